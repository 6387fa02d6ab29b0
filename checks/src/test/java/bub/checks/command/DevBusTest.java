package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.ClientState;
import bub.protocol.Address;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code bub dev-bus}: a bus for tests that leaves nothing behind. */
class DevBusTest {
  private static final String READY = "bub bus ready ";

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void servesUntilASignalAndDeletesItsFiles() throws Exception {
    Path temporary = Files.createDirectory(workshop.directory().resolve("tmp"));
    ChildProcess bus =
        workshop.keep(
            workshop
                .program()
                .with("JAVA_TOOL_OPTIONS", "-Djava.io.tmpdir=" + temporary)
                .start("dev-bus"));
    URI url = URI.create(bus.awaitLine(READY).substring(READY.length()));
    try (BusClient client =
        BusClient.of(ClientSettings.of(url, new Address("agent:a"))).connect()) {
      assertThat(client.state()).isInstanceOf(ClientState.Connected.class);
    }
    assertThat(busDirectories(temporary)).isPositive();

    bus.terminate();

    assertThat(bus.awaitExit()).isZero();
    assertThat(busDirectories(temporary)).isZero();
  }

  @Test
  void runsACommandThatFindsTheBusAndReturnsItsExitCode() throws Exception {
    Finished good = workshop.program().run("dev-bus", "--", "sh", "-c", "echo \"at $BUB_BUS_URL\"");
    assertThat(good.exitCode()).as(good.err()).isZero();
    assertThat(good.out()).contains("at ws://127.0.0.1:");

    assertThat(workshop.program().run("dev-bus", "--", "sh", "-c", "exit 7").exitCode())
        .isEqualTo(7);
    Finished missing = workshop.program().run("dev-bus", "--", "/no/such/program");
    assertThat(missing.exitCode()).isEqualTo(64);
    assertThat(missing.err()).contains("Cannot run /no/such/program");
  }

  private static long busDirectories(Path temporary) throws Exception {
    try (Stream<Path> files = Files.list(temporary)) {
      return files.filter(file -> file.toString().contains("bub-dev-bus-")).count();
    }
  }
}
