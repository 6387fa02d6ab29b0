package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Late, repeated and missing answers of a recipient, and their results for the sender. */
class AnswersOverTheWireTest {
  @AutoClose
  private final TestServer bus = new Setup().processingWithin(Duration.ofMillis(300)).start();

  @AutoClose private RawWebSocket worker;
  @AutoClose private WirePeer sender;

  @BeforeEach
  void connect() throws IOException {
    worker = bus.rawPeer("agent:worker");
    sender = bus.peer("tg:1");
  }

  @AfterEach
  void othersAreUndisturbed() {
    bus.othersStillTalk();
  }

  @Test
  void anAnswerToACallThatWasNeverMadeIsIgnored() throws IOException {
    for (String id : new String[] {"1", "999999", "-1", "\"1\"", "null", "1e400", "1.5"}) {
      worker.sendText("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + Wire.OK_ACK + "}");
      worker.sendText(
          "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":1,\"message\":\"no\"}}");
    }
    assertStillThere();
  }

  @Test
  void aBrokenAnswerIsNeverAnswered() throws IOException {
    for (String text :
        new String[] {
          "{\"jsonrpc\":\"2.0\",\"result\":{}}",
          "{\"jsonrpc\":\"1.0\",\"id\":5,\"result\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"error\":\"no\"}",
          "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}",
        }) {
      worker.sendText(text);
    }
    assertStillThere();
  }

  @Test
  void theFirstOfTwoAnswersCounts() throws IOException {
    var sent = sender.sends("agent:worker", "hello");
    JsonNode call = Wire.read(worker.receiveText());

    worker.sendText(Wire.answer(call, Wire.OK_ACK));
    worker.sendText(Wire.answer(call, "{\"success\":false,\"message\":\"I changed my mind\"}"));

    assertThat(sent.ack().success()).isTrue();
    assertStillThere();
  }

  @Test
  void anAnswerThatComesTooLateIsIgnored() throws IOException {
    var sent = sender.sends("agent:worker", "hello");
    JsonNode call = Wire.read(worker.receiveText());

    assertThat(sent.ack())
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isTrue();
              assertThat(ack.message()).contains("agent:worker", "in time");
            });
    worker.sendText(Wire.answer(call, Wire.OK_ACK));
    assertStillThere();
  }

  @Test
  void nobodyAnswersForAnother() throws IOException {
    try (RawWebSocket rogue = bus.rawPeer("agent:rogue")) {
      var sent = sender.sends("agent:worker", "hello");
      JsonNode call = Wire.read(worker.receiveText());

      rogue.sendText(Wire.answer(call, Wire.OK_ACK.replace("\"ok\"", "\"forged\"")));
      assertThat(rogue.call(Wire.ping(1))).contains("timestamp");
      worker.sendText(Wire.answer(call, Wire.OK_ACK));

      assertThat(sent.ack().message()).isEqualTo("ok");
    }
  }

  @Test
  void aPeerThatVanishesWhileProcessingGivesARetryableAck() throws IOException {
    var sent = sender.sends("agent:worker", "hello");
    worker.receiveText();

    worker.reset();

    assertThat(sent.ack())
        .satisfies(
            ack -> {
              assertThat(ack.success()).isFalse();
              assertThat(ack.shouldRetry()).isTrue();
              assertThat(ack.message()).contains("agent:worker", "disconnected");
            });
  }

  @Test
  void aSenderThatVanishesDoesNotDisturbWhoeverAnswersIt() throws IOException {
    RawWebSocket leaving = bus.rawPeer("tg:2");
    leaving.sendText(Wire.send(1, "tg:2", "agent:worker", "hello"));
    JsonNode call = Wire.read(worker.receiveText());
    leaving.reset();
    bus.awaitGuests(2);

    worker.sendText(Wire.answer(call, Wire.OK_ACK));

    assertStillThere();
  }

  private void assertStillThere() throws IOException {
    assertThat(Wire.read(worker.call(Wire.ping(7))).get("id").asInt()).isEqualTo(7);
  }
}
