package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub install --system} on a machine that systemd has booted. */
@Tag("soak")
class InstallSoakTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aMachineRunsBubBehindItsSandbox() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root makes machines");
    Path machine = Files.createDirectory(workshop.directory().resolve("machine"));
    Path java = workshop.directory().resolve("java");
    Files.writeString(java, BubProgram.java().toString());

    ChildProcess process =
        workshop.keep(
            ChildProcess.start(
                new ProcessBuilder(
                    "unshare",
                    "--mount",
                    "--cgroup",
                    "--ipc",
                    "--uts",
                    "--net",
                    "bash",
                    resource("machine.sh").toString(),
                    machine.toString(),
                    resource("installed.sh").toString(),
                    java.toString(),
                    Product.jar().toString())));

    assertThat(process.awaitExit(Duration.ofMinutes(6))).as(process.toString()).isZero();
    String said = process.out().text();
    assertThat(said)
        .contains("bub.service is running", "installed enabled", "bub is up")
        .contains("bub 700 /run/bub", "bub 700 /var/lib/bub")
        .contains("root 644 /usr/local/lib/bub/bub.jar")
        .contains("root 644 /etc/systemd/system/bub.service")
        .containsPattern("✓ bus +pid \\d+, .* bub \\d")
        .containsPattern("✓ tokens +locked, \\d tokens")
        .containsPattern("! state dir .* belongs to bub")
        .containsPattern("exposure .* 1\\.\\d OK")
        .contains("agent unit 536870912 active")
        .containsPattern("agent .* exposure .* 1\\.\\d OK")
        .containsPattern("agent journal \\S")
        .contains("restarted", "bub has stopped", "down inactive success")
        .contains("removed not-found")
        .contains("cannot access '/usr/local/lib/bub'")
        .contains("cannot access '/etc/systemd/system/bub.service'")
        .endsWith("/var/lib/bub\n");
  }

  private Path resource(String name) throws IOException {
    Path file = workshop.directory().resolve(name);
    try (InputStream in = InstallSoakTest.class.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file;
  }
}
