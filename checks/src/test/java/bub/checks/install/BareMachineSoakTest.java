package bub.checks.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import bub.testkit.Product;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two commands of the README, on root file systems without Java and Maven. */
@Tag("soak")
class BareMachineSoakTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @ParameterizedTest
  @ValueSource(strings = {"bookworm", "trixie", "noble"})
  void bothCommandsWork(String suite) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root makes machines");
    Path machine = Files.createDirectory(workshop.directory().resolve("machine"));

    ChildProcess process =
        workshop.keep(
            ChildProcess.start(
                new ProcessBuilder(
                    "unshare",
                    "--mount",
                    "--pid",
                    "--fork",
                    "--kill-child",
                    "bash",
                    resource("bare-machine.sh").toString(),
                    machine.toString(),
                    suite,
                    Product.root().toString(),
                    resource("newcomer.sh").toString())));

    assertThat(process.awaitExit(Duration.ofMinutes(40))).as(process.toString()).isZero();
    assertThat(process.out().text())
        .contains("bub is up", "hello there", "BUILD SUCCESS", "both commands work, also for ada");
    assertThat(process.err().text()).contains("Installing a JDK 25 and Maven with apt-get");
  }

  private Path resource(String name) throws IOException {
    Path file = workshop.directory().resolve(name);
    try (InputStream in = BareMachineSoakTest.class.getResourceAsStream(name)) {
      Files.copy(in, file);
    }
    return file;
  }
}
