package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.BusClient;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.util.ArrayList;
import java.util.List;

/** Many peers of one bus that all listen on the same address. */
public final class Crowd {
  private final List<BusClient> peers = new ArrayList<>();

  /** Connects {@code size} peers. */
  public static Crowd of(int size, ServedBus bus) throws Exception {
    var crowd = new Crowd();
    for (int i = 0; i < size; i++) {
      crowd.peers.add(bus.client("agent:" + i).serve(_ -> Ack.ok("here")).connect());
    }
    return crowd;
  }

  public void subscribeTo(String pattern) throws Exception {
    for (BusClient peer : peers) {
      peer.subscribe(pattern);
    }
  }

  /** Every peer is still there and answers. */
  public void allAnswer(BusClient sender) throws Exception {
    for (int i = 0; i < peers.size(); i++) {
      assertThat(sender.send(new Address("agent:" + i), RawJson.EMPTY_OBJECT).acks())
          .containsExactly(Ack.ok("here"));
    }
  }
}
