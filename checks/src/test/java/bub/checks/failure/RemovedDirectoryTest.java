package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bus whose directories are removed continues, reports it, and stays the only one. */
class RemovedDirectoryTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void theBusRoutesTheLogSaysSoAndCommandsFindTheBusAgain() throws Exception {
    ServedBus bus = workshop.bus();
    bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
    BusClient sender = bus.client("tg:1").connect();
    remove(bus.runDir());

    bus.process().awaitErrorLine("was removed. It has been restored");
    assertThat(sender.send(new Address("agent:1"), RawJson.EMPTY_OBJECT).acks())
        .containsExactly(Ack.ok("here"));
    bus.process().awaitErrorLine("Cannot write the activity log");
    assertThat(sender.metrics().values()).containsEntry("activity_failing", 1L);
    assertThat(workshop.program().run("bus", "status", "--run-dir", bus.runDir().toString()).out())
        .contains("agent:1");
  }

  @Test
  void aSecondBusCannotStartInADirectoryThatWasMadeAnew() throws Exception {
    ServedBus bus = workshop.bus();
    // Stopped, so that it cannot make its directory anew before the second one starts.
    signal(bus, "STOP");
    try {
      remove(bus.runDir());
      ChildProcess second =
          workshop.keep(
              workshop
                  .program()
                  .start("bus", "serve", "--port", "0", "--run-dir", bus.runDir().toString()));
      assertThat(second.awaitExit()).isNotZero();
      assertThat(second.err().text())
          .contains("pid " + bus.process().pid(), bus.runDir() + " was removed")
          .doesNotContain("Exception");
    } finally {
      signal(bus, "CONT");
    }
  }

  @Test
  void aSecondBusCannotStartWhereTheDirectoryOfTheFirstWasRenamed() throws Exception {
    ServedBus bus = workshop.bus();
    // Stopped, so that it cannot make its directory anew before the second one starts.
    signal(bus, "STOP");
    Path moved = workshop.directory().resolve("moved");
    try {
      Files.move(bus.runDir(), moved);
      ChildProcess second =
          workshop.keep(
              workshop
                  .program()
                  .start("bus", "serve", "--port", "0", "--run-dir", bus.runDir().toString()));
      assertThat(second.awaitExit()).isNotZero();
      assertThat(second.err().text())
          .contains("pid " + bus.process().pid(), "was renamed to " + moved)
          .doesNotContain("Exception");
    } finally {
      signal(bus, "CONT");
    }
    bus.process().awaitErrorLine("was removed. It has been restored");
  }

  private static void signal(ServedBus bus, String name) throws Exception {
    List<String> command = List.of("kill", "-" + name, String.valueOf(bus.process().pid()));
    try (ChildProcess kill = ChildProcess.start(new ProcessBuilder(command))) {
      kill.awaitExit();
    }
  }

  private static void remove(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
