package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Batches and notifications, as in JSON-RPC 2.0. */
class BatchOverTheWireTest {
  @AutoClose private final TestServer bus = TestServer.start();
  @AutoClose private RawWebSocket peer;

  @BeforeEach
  void connect() throws IOException {
    peer = bus.rawPeer("agent:batch");
  }

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void answersABatchInOneArray() throws IOException {
    JsonNode answers =
        Wire.read(
            peer.call(
                batch(Wire.ping(1), "7", Wire.request(2, "teleport", "{}"), notification("ping"))));
    assertThat(answers.size()).isEqualTo(3);
    assertThat(answers.get(0).get("id").asInt()).isEqualTo(1);
    assertThat(answers.get(1).at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(answers.get(2).at("/error/code").asInt()).isEqualTo(-32601);
  }

  @Test
  void answersABatchWhenItsLastAckIsThere() throws IOException {
    try (RawWebSocket slow = bus.rawPeer("agent:slow")) {
      peer.sendText(
          batch(
              Wire.send(1, "agent:batch", "agent:slow", "take your time"),
              Wire.send(2, "agent:batch", "agent:ann", "hello"),
              Wire.ping(3)));
      JsonNode asked = Wire.read(slow.receiveText());
      // An answer of the batch would have come before this one.
      assertThat(Wire.read(peer.call(Wire.ping(4))).get("id").asInt()).isEqualTo(4);

      slow.sendText(Wire.answer(asked, Wire.OK_ACK));

      JsonNode answers = Wire.read(peer.receiveText());
      assertThat(answers.size()).isEqualTo(3);
      assertThat(answers.findValuesAsString("id")).containsExactlyInAnyOrder("1", "2", "3");
      assertThat(answers.findValues("acks")).allMatch(acks -> acks.size() == 1);
    }
  }

  @Test
  void aPeerMayAnswerItsCallsInABatch() throws IOException {
    try (RawWebSocket worker = bus.rawPeer("agent:worker")) {
      peer.sendText(Wire.send(1, "agent:batch", "agent:worker", "one"));
      peer.sendText(Wire.send(2, "agent:batch", "agent:worker", "two"));
      JsonNode one = Wire.read(worker.receiveText());
      JsonNode two = Wire.read(worker.receiveText());

      worker.sendText(batch(Wire.answer(two, Wire.OK_ACK), Wire.answer(one, Wire.OK_ACK)));

      assertThat(peer.receiveText()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":2").contains("\"ok\"");
      assertThat(peer.receiveText()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":1").contains("\"ok\"");
    }
  }

  @Test
  void aBatchHasAtMostAHundredEntries() throws IOException {
    String ping = Wire.ping(1);
    assertThat(Wire.read(peer.call(batch(Collections.nCopies(100, ping).toArray(String[]::new)))))
        .hasSize(100);
    JsonNode refused =
        Wire.read(peer.call(batch(Collections.nCopies(101, ping).toArray(String[]::new))));
    assertThat(refused.at("/error/code").asInt()).isEqualTo(-32600);
    assertThat(refused.at("/error/data/reason").asString()).isEqualTo("batch_too_large");
  }

  @Test
  void aBatchMayIntroduceItsSender() throws IOException {
    try (RawWebSocket stranger = bus.raw()) {
      JsonNode answers =
          Wire.read(stranger.call(batch(Wire.initialize("agent:new"), Wire.ping(1))));
      assertThat(answers.findValues("error")).isEmpty();
      assertThat(answers.size()).isEqualTo(2);
    }
  }

  @Test
  void notificationsAreNeverAnswered() throws IOException {
    for (String text :
        new String[] {
          notification("ping"),
          notification("teleport"),
          notification("sendMessage"),
          notification("initialize"),
          batch(notification("ping"), notification("teleport"))
        }) {
      peer.sendText(text);
      assertThat(Wire.read(peer.call(Wire.ping(9))).get("id").asInt()).as(text).isEqualTo(9);
    }
  }

  private static String notification(String method) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}";
  }

  private static String batch(String... entries) {
    return "[" + String.join(",", entries) + "]";
  }
}
