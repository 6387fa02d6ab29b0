package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.testkit.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bus that was suspended does not blame its peers for the silence when it resumes. */
class StoppedBusTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void keepsThePeersThatWereThereWhenItWasStopped() throws Exception {
    ServedBus bus = workshop.bus("--ping-after", "1s", "--pong-within", "1s");
    TypedClient quiet = bus.connectAs("tg:quiet");
    signal(bus, "STOP");
    // Longer than a peer may be silent: the test itself must let this time pass.
    try (ChildProcess sleep = ChildProcess.start(new ProcessBuilder("sleep", "6"))) {
      sleep.awaitExit();
    }
    signal(bus, "CONT");

    bus.process().awaitErrorLine("The bus did not run for");
    assertThat(quiet.ask("getStatus", "{}").toString()).contains("tg:quiet");
    bus.client("agent:1").serve(_ -> Ack.ok("here")).connect();
    BusClient sender = bus.client("tg:1").connect();
    assertThat(sender.send(new Address("agent:1"), RawJson.EMPTY_OBJECT).acks())
        .containsExactly(Ack.ok("here"));
  }

  private static void signal(ServedBus bus, String name) throws Exception {
    List<String> command = List.of("kill", "-" + name, String.valueOf(bus.process().pid()));
    try (ChildProcess kill = ChildProcess.start(new ProcessBuilder(command))) {
      kill.awaitExit();
    }
  }
}
