package bub.checks.failure;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Crowd;
import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A thousand peers at once. */
class ManyConnectionsTest {
  private static final int PEERS = 1_000;

  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aThousandPeersAreConnectedAndAllGetAMessageToAll() throws Exception {
    ServedBus bus = workshop.bus();
    Crowd.of(PEERS, bus).subscribeTo("crowd");
    BusClient sender = bus.client("tg:1").connect();

    assertThat(sender.status().connections()).hasSize(PEERS + 1);
    SendResult result = sender.send(new Address("crowd"), RawJson.EMPTY_OBJECT);
    assertThat(result.acks()).hasSize(PEERS).allMatch(Ack::success);
  }
}
