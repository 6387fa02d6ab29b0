package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** A thousand connections at once, all active. */
class CrowdOfPeersTest {
  private static final int PEERS = 1_000;

  @Test
  void everyoneReachesTheNext() throws IOException {
    var peers = new ArrayList<RawWebSocket>(PEERS);
    try (var bus = TestServer.start()) {
      for (int i = 0; i < PEERS; i++) {
        peers.add(bus.rawPeer("agent:" + i));
      }
      for (int i = 0; i < PEERS; i++) {
        String next = "agent:" + (i + 1) % PEERS;
        peers.get(i).sendText(Wire.send(i, "agent:" + i, next, "from " + i));
      }
      for (int i = 0; i < PEERS; i++) {
        String got = peers.get(i).receiveText();
        assertThat(got).contains("\"from " + (i + PEERS - 1) % PEERS + "\"");
        peers.get(i).sendText(Wire.answer(Wire.read(got), Wire.OK_ACK));
      }
      for (int i = 0; i < PEERS; i++) {
        assertThat(peers.get(i).receiveText())
            .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"result\"")
            .contains("\"success\":true");
      }
      bus.othersStillTalk();
      for (RawWebSocket peer : peers) {
        peer.reset();
      }
      bus.awaitGuests(0);
      bus.othersStillTalk();
    }
  }
}
