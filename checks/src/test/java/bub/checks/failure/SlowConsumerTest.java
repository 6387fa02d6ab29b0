package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.TypedClient;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** A peer that never reads its socket affects nobody else. */
class SlowConsumerTest {
  private static final int FLOOD = 600;
  private static final int MESSAGES = 1_000;
  private static final long MAX_RESIDENT = 512L * 1024 * 1024;
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void whoNeverReadsIsBusyWhileAHealthyPairGoesOn() throws Exception {
    ServedBus bus = workshop.bus("--process-timeout", "3s");
    bus.connectAs("agent:stuck").stopReading();
    bus.client("agent:healthy").serve(_ -> Ack.ok("here")).connect();
    BusClient sender = bus.client("tg:1").connect();
    TypedClient flooder = bus.connectAs("tg:2");
    Thread flood = Thread.ofVirtual().start(() -> flood(flooder));

    for (int i = 0; i < MESSAGES; i++) {
      assertThat(sender.send(new Address("agent:healthy"), RawJson.EMPTY_OBJECT).acks())
          .containsExactly(Ack.ok("here"));
    }
    flood.join();

    // 37 MiB were sent to one who takes nothing: some MiB wait, the rest is refused at once.
    int busy = 0;
    for (int i = 0; i < FLOOD; i++) {
      JsonNode ack = flooder.next().path("result").path("acks").path(0);
      assertThat(ack.path("success").asBoolean(true)).isFalse();
      assertThat(ack.path("shouldRetry").asBoolean(false)).isTrue();
      busy += ack.path("message").asString("").contains("busy") ? 1 : 0;
    }
    assertThat(busy).isGreaterThan(FLOOD / 2);
    assertThat(bus.process().residentBytes()).isLessThan(MAX_RESIDENT);
  }

  private static void flood(TypedClient flooder) {
    String x = "x".repeat(64 * 1024);
    try {
      for (int i = 0; i < FLOOD; i++) {
        flooder.type(
            """
            {"jsonrpc":"2.0","id":%d,"method":"sendMessage","params":
             {"from":"tg:2","to":"agent:stuck","messageId":"m%d","payload":{"x":"%s"}}}
            """
                .formatted(i, i, x));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
