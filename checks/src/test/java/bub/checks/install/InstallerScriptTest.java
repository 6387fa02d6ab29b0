package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Decisions of {@code scripts/install.sh}, with package managers that only record their arguments.
 * {@link BareMachineSoakTest} runs a real installation.
 */
class InstallerScriptTest {
  private static final String PTY =
      "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";

  @RegisterExtension final Workshop workshop = new Workshop();
  private Path bin;
  private Path etc;
  private Path cache;

  @BeforeEach
  void aMachineWithoutAnything() throws IOException {
    bin = Files.createDirectory(workshop.directory().resolve("bin"));
    etc = workshop.directory().resolve("etc");
    Files.createDirectories(etc.resolve("apt"));
    cache = workshop.directory().resolve("cache");
    fake("id", "echo 1000");
    for (String tool :
        List.of(
            "bash",
            "sh",
            "cat",
            "chmod",
            "dirname",
            "find",
            "grep",
            "head",
            "ln",
            "mkdir",
            "mktemp",
            "mv",
            "readlink",
            "rm",
            "sed",
            "tail",
            "tee",
            "touch",
            "uname")) {
      Files.createSymbolicLink(bin.resolve(tool), real(tool));
    }
  }

  private static Path real(String tool) {
    return Stream.of("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")
        .map(directory -> Path.of(directory, tool))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + tool));
  }

  private void fake(String program, String script) throws IOException {
    Path file = bin.resolve(program);
    Files.writeString(
        file, "#!/bin/bash\necho \"%s $*\" >>\"$CALLS\"\n%s\n".formatted(program, script));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** Root of a Debian whose sources have these packages. */
  private void apt(String system, String packages) throws IOException {
    Files.writeString(etc.resolve("os-release"), "ID=" + system + "\nVERSION_CODENAME=code\n");
    Files.writeString(
        etc.resolve("apt/sources.list"),
        "deb http://mirror.example.org/%s code main\n".formatted(system));
    fake("id", "echo 0");
    fake(
        "apt-cache",
        "case \" %s \" in *\" $2 \"*) echo '  Candidate: 1' ;; *) echo '  Candidate: (none)' ;; esac"
            .formatted(packages));
    fake(
        "apt-get",
        """
        [ -z "$APT_CONFIG" ] || cat "$(dirname "$APT_CONFIG")/sources/bub.sources" >>"$CALLS"
        for word in "$@"; do
          [ "$fetches" = '' ] || { echo "Get:1 http://x code/main amd64 $word amd64 1 [7 MB]"; touch "${word}_1_amd64.deb"; }
          [ "$word" != download ] || fetches=1
        done
        """);
    fake(
        "dpkg-deb",
        """
        case $2 in
          patchelf*) mkdir -p "$3/usr/bin"
            printf '#!/bin/bash\\necho patchelf "$@" >>"$CALLS"\\n' >"$3/usr/bin/patchelf"
            chmod +x "$3/usr/bin/patchelf" ;;
          libc6*) mkdir -p "$3/usr/lib/arch" && touch "$3/usr/lib/arch/libc.so.6" "$3/usr/lib/arch/ld-linux-arch.so.2" ;;
          *-jdk-*) home=$3/usr/lib/jvm/java-25-openjdk && mkdir -p "$home/bin" "$home/lib"
            printf '#!/bin/sh\\n' >"$home/bin/java" && printf '#!/bin/sh\\n' >"$home/bin/javac" && chmod +x "$home"/bin/*
            echo 'JAVA_VERSION="25.0.1"' >"$home/release" && ln -s /etc/java-25/jvm.cfg "$home/lib/jvm.cfg" ;;
        esac
        """);
  }

  private ProcessBuilder script(String commands, String... wrapper) {
    var command = new ArrayList<>(List.of(wrapper));
    command.addAll(
        List.of(
            real("bash").toString(),
            "-c",
            "set -euo pipefail; . scripts/jdk.sh; . scripts/install.sh; bub_cache_directory() { echo '%s'; }; %s"
                .formatted(cache, commands)));
    var builder = new ProcessBuilder(command).directory(Product.root().toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().put("HOME", workshop.directory().toString());
    builder.environment().put("BUB_ETC", etc.toString());
    builder.environment().put("CALLS", workshop.directory().resolve("calls").toString());
    return builder;
  }

  private String run(int exitCode, String commands) throws Exception {
    ChildProcess process = workshop.keep(ChildProcess.start(script(commands)));
    process.endInput();
    assertThat(process.awaitExit()).as(process.toString()).isEqualTo(exitCode);
    return process.err().text();
  }

  private String calls() throws IOException {
    Path calls = workshop.directory().resolve("calls");
    return Files.exists(calls) ? Files.readString(calls) : "";
  }

  @Test
  void rootInstallsThePackagesOfItsRelease() throws Exception {
    apt("debian", "openjdk-25-jdk-headless maven ca-certificates-java");

    String said = run(0, "bub_install_jdk; bub_install_maven");

    assertThat(said)
        .contains("Installing a JDK 25 and Maven with apt-get", "Installing Maven with");
    assertThat(calls())
        .containsPattern("apt-get -y .* install openjdk-25-jdk-headless\n")
        .containsPattern("apt-get -y .* install maven ca-certificates-java\n")
        .doesNotContain("download");
  }

  @Test
  void anOlderDebianGetsTheJdkUnpackedAndKeepsItsSources() throws Exception {
    apt("debian", "patchelf maven");
    String sources = Files.readString(etc.resolve("apt/sources.list"));

    String said = run(0, "bub_install_jdk; bub_find_jdk >'%s/found'".formatted(bin));

    Path home = cache.resolve("jdk-25/usr/lib/jvm/java-25-openjdk");
    assertThat(said).contains("fetching libc6 (7 MB)", "unpacking openjdk-25-jdk-headless");
    assertThat(home.resolve("bin/javac")).isExecutable();
    assertThat(Files.readSymbolicLink(home.resolve("lib/jvm.cfg")))
        .isEqualTo(cache.resolve("jdk-25/etc/java-25/jvm.cfg"));
    assertThat(calls())
        .contains("URIs: http://mirror.example.org/debian", "Suites: trixie")
        .contains("--set-interpreter " + cache.resolve("jdk-25/usr/lib/arch/ld-linux-arch.so.2"))
        .contains("$ORIGIN/../lib:$ORIGIN:" + cache.resolve("jdk-25/usr/lib/arch"))
        .doesNotContain(" install ");
    assertThat(etc.resolve("apt/sources.list")).hasContent(sources);
    try (Stream<Path> left = Files.list(cache)) {
      assertThat(left).containsExactly(cache.resolve("jdk-25"));
    }
  }

  @Test
  void ubuntuGetsWhatItsSourcesLeaveOut() throws Exception {
    apt("ubuntu", "");

    run(0, "bub_install_jdk");

    assertThat(calls())
        .contains("URIs: http://mirror.example.org/ubuntu", "Suites: code code-updates")
        .contains("Components: main universe")
        .containsPattern("apt-get -y .* install openjdk-25-jdk-headless\n");
  }

  @Test
  void sdkmanInstallsForAUser() throws Exception {
    Path init = workshop.directory().resolve(".sdkman/bin/sdkman-init.sh");
    Files.createDirectories(init.getParent());
    Files.writeString(
        init,
        "sdk() { echo \"sdk $*\" >>\"$CALLS\"; echo ' 26-tem 25.0.3-tem 25.0.1-tem 21.0.9-tem';"
            + " }\n");
    fake("brew", "");

    run(0, "bub_install_jdk; bub_install_maven");

    assertThat(calls()).contains("sdk install java 25.0.3-tem\n", "sdk install maven\n");
    assertThat(calls()).doesNotContain("brew");
  }

  @Test
  void homebrewInstallsWhereItIs() throws Exception {
    fake("brew", "echo '==> Pouring it'");

    String said = run(0, "bub_install_jdk; bub_install_maven");

    assertThat(calls()).contains("brew install openjdk@25\n", "brew install maven\n");
    assertThat(said).contains("  Pouring it");
  }

  @Test
  void tellsTheCommandsWhereItCannotInstall() throws Exception {
    fake("apt-get", "exit 1");

    String said = run(1, "bub_install_jdk || { bub_say_how_to_install 'a JDK 25'; exit 1; }");

    assertThat(said)
        .contains("bub needs a JDK 25", "get.sdkman.io", "JAVA_HOME")
        .contains("sudo " + Product.root().resolve("scripts/install.sh") + " --yes");
    assertThat(calls()).doesNotContain("apt-get");
  }

  @Test
  void showsWhyAnInstallationFails() throws Exception {
    apt("debian", "openjdk-25-jdk-headless");
    fake("apt-get", "echo 'E: there is no network'; exit 100");

    assertThat(run(100, "bub_install_jdk"))
        .contains("E: there is no network", "Command failed: apt-get");
  }

  @Test
  void asksOnATerminalOnceAndTakesNoForAnAnswer() throws Exception {
    fake("brew", "");

    assertThat(typed("n", "bub_install_jdk", 1)).contains("Install it with Homebrew? [Y/n]");
    assertThat(calls()).doesNotContain("brew");

    assertThat(typed("y", "bub_install_jdk; bub_install_maven", 0)).containsOnlyOnce("[Y/n]");
    assertThat(calls()).contains("brew install openjdk@25\n", "brew install maven\n");
  }

  @Test
  void asksNothingAfterYes() throws Exception {
    fake("brew", "");

    assertThat(typed("", "bub_yes=1; bub_install_jdk", 0)).doesNotContain("[Y/n]");
    assertThat(calls()).contains("brew install openjdk@25\n");
  }

  private String typed(String answer, String commands, int exitCode) throws Exception {
    ProcessBuilder builder = script(commands, real("python3").toString(), "-c", PTY);
    ChildProcess terminal = workshop.keep(ChildProcess.start(builder));
    terminal.type(answer);
    assertThat(terminal.awaitExit()).as(terminal.toString()).isEqualTo(exitCode);
    return terminal.out().text();
  }
}
