package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The script {@code ./bub} in a separate checkout. Its Maven only copies the finished jar and
 * records the call, because the real build runs these tests and must not be disturbed.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LaunchScriptTest {
  private static final String MVN =
      """
      #!/bin/sh
      echo "$@" >>builds
      [ ! -f broken ] || { echo "[ERROR] it does not compile"; exit 1; }
      mkdir -p cli/target
      cp "$PRODUCT" cli/target/bub.jar
      """;

  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(3);

  @RegisterExtension static final Workshop WORKSHOP = new Workshop();
  private static Path checkout;
  private static Path source;
  private static ChildProcess one;
  private static ChildProcess two;

  @BeforeAll
  static void aCheckoutThatTwoStartAtOnce() throws Exception {
    checkout = WORKSHOP.directory().resolve("checkout");
    source = checkout.resolve("cli/src/main/Some.java");
    Files.createDirectories(source.getParent());
    Files.createDirectories(checkout.resolve("scripts"));
    Files.writeString(source, "");
    for (String file : new String[] {"bub", "scripts/jdk.sh", "scripts/install.sh", "pom.xml"}) {
      Files.copy(Product.root().resolve(file), checkout.resolve(file));
    }
    Path mvn = Files.createDirectory(checkout.resolve("bin")).resolve("mvn");
    Files.writeString(mvn, MVN);
    Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwx------"));
    one = start("--version");
    two = start("--version");
    one.awaitExit(BUILD_TIMEOUT);
    two.awaitExit(BUILD_TIMEOUT);
  }

  private static ChildProcess start(String... arguments) throws IOException {
    return start(_ -> {}, arguments);
  }

  private static ChildProcess start(Consumer<Map<String, String>> environment, String... arguments)
      throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = checkout.resolve("bub").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    var builder = new ProcessBuilder(command);
    builder.environment().put("PRODUCT", Product.jar().toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().merge("PATH", "", (path, _) -> checkout.resolve("bin") + ":" + path);
    environment.accept(builder.environment());
    return WORKSHOP.keep(ChildProcess.start(builder));
  }

  @Test
  void twoAtOnceBuildOnce() throws Exception {
    assertThat(one.awaitExit()).as(one.toString()).isZero();
    assertThat(two.awaitExit()).as(two.toString()).isZero();
    assertThat(one.out().text() + two.out().text()).matches("(bub \\S+\n){2}");
    assertThat(one.err().text() + two.err().text()).containsOnlyOnce("Building bub");
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    long before = builds();

    ChildProcess again = start("--version");

    assertThat(again.awaitExit()).isZero();
    assertThat(again.err().isBlank()).isTrue();
    assertThat(builds()).isEqualTo(before);
  }

  /** Last: afterwards there is no program, and to build one takes long. */
  @Test
  @Order(Integer.MAX_VALUE)
  void aChangedSourceIsBuiltAgainAndABuildThatFailsSaysWhy() throws Exception {
    long before = builds();
    Path broken = Files.createFile(checkout.resolve("broken"));
    FileTime then = Files.getLastModifiedTime(source);
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(60)));

    ChildProcess failed = start("--version");

    assertThat(failed.awaitExit()).isEqualTo(1);
    assertThat(failed.out().isBlank()).isTrue();
    assertThat(failed.err().text()).contains("it does not compile", "The build failed");
    assertThat(builds()).isEqualTo(before + 1);
    Files.delete(broken);
    Files.setLastModifiedTime(source, then);
  }

  private static long builds() throws IOException {
    return Files.readAllLines(checkout.resolve("builds")).size();
  }

  @Test
  void worksWithoutAHomeAndInTheCLocaleOnPathsOfAnyCharacters() throws Exception {
    assumeThat(System.getProperty("sun.jnu.encoding")).as("names in this test").isEqualTo("UTF-8");
    Path run = WORKSHOP.directory().resolve("größe-日本").resolve("run");
    Consumer<Map<String, String>> bare =
        environment -> {
          environment.keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("XDG_"));
          environment.remove("HOME");
          environment.remove("LANG");
          environment.put("LC_ALL", "C");
          environment.put("BUB_RUN_DIR", run.toString());
        };
    ChildProcess bub =
        start(bare, "up", "--port", "0", "--console-port", "0", "--spawner", "local");
    bub.awaitLine("bub is up");
    assertThat(run.resolve("bus.url")).exists();

    ChildProcess chat = start(bare, "chat", "--id", "1");
    chat.type("hello there");
    chat.endInput();

    assertThat(chat.awaitExit(BUILD_TIMEOUT)).as(chat.toString()).isZero();
    assertThat(chat.out().lines()).contains("hello there");
    assertThat(run.resolve("state/workspaces")).isNotEmptyDirectory();
    bub.terminate();
    assertThat(bub.awaitExit(BUILD_TIMEOUT)).as(bub.toString()).isZero();
  }

  @Test
  void hintsNameTheProgramAsItWasStarted() throws Exception {
    assertThat(errorsOf("cd checkout && ./bub lobby nosuch")).contains("  For help:  ./bub lobby");
    assertThat(errorsOf("checkout/bub --nosuch")).contains("  For help:  checkout/bub --help");
    assertThat(errorsOf("PATH=$PWD/checkout:$PATH; bub up --nosuch"))
        .contains("  For help:  bub up --help");
    assertThat(errorsOf("checkout/bub lobby call"))
        .contains("  For help:  checkout/bub lobby call --help");
    assertThat(errorsOf("cd checkout && ./bub lobby call --help >&2"))
        .contains("Usage: ./bub lobby call", "  ./bub lobby call find_price");
  }

  private static String errorsOf(String command) throws Exception {
    var shell = new ProcessBuilder("bash", "-c", command);
    shell.directory(checkout.resolveSibling(".").toFile());
    shell.environment().put("JAVA_HOME", System.getProperty("java.home"));
    ChildProcess pasted = WORKSHOP.keep(ChildProcess.start(shell));
    pasted.awaitExit();
    return pasted.err().text();
  }

  @Test
  void aSignalToTheScriptReachesTheBus() throws Exception {
    ChildProcess script =
        start("bus", "serve", "--port", "0", "--run-dir", WORKSHOP.directory().toString());
    script.awaitLine("bub bus ready");

    script.terminate();

    assertThat(script.awaitExit()).isZero();
  }
}
