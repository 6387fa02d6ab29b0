package bub.agent;

import static bub.testkit.FakeOpenAiAnswer.refuses;
import static bub.testkit.FakeOpenAiAnswer.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.AppMessage;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.DeliveryStatus.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The agent reports messages that it could not handle, and learns the outcome of its replies. */
class ReplyOutcomesTest extends AgentTest {

  @Test
  void tellsWhoTypedAMessageThatItCannotRead() throws Exception {
    start();
    var payload = RawJson.parse("{\"type\":\"tg_message\",\"content\":{\"words\":\"hello\"}}");

    assertThat(chat.sends(AGENT, "m1", payload).success()).isFalse();

    await().until(() -> !statuses().isEmpty());
    assertThat(statuses())
        .containsExactly(
            new DeliveryStatus(new MessageId("m1"), Status.FAILED, "content.text: is missing"));
  }

  @Test
  void tellsItsChatWhenTheModelFailsAfterTheAnswerInWords() throws Exception {
    model.then(refuses(401));
    start();

    chat.types(AGENT, "m1", "hello");

    await().until(() -> !statuses().isEmpty());
    assertThat(chat.replies()).hasSize(1);
    DeliveryStatus status = statuses().getFirst();
    assertThat(status.messageId()).hasToString("m1");
    assertThat(status.status()).isEqualTo(Status.FAILED);
    assertThat(status.error()).contains("the model openai/fake-1 failed");
  }

  @Test
  void theModelLearnsThatItsAnswerWasLost() throws Exception {
    model.then(says("one"), says("two"));
    start();
    chat.asks(AGENT, "m1", "hello");

    chat.sends(
        AGENT,
        "s1",
        new DeliveryStatus(new MessageId("m1/reply"), Status.FAILED, "the bot is blocked"));
    chat.asks(AGENT, "m2", "hello again");

    assertThat(model.lastRequest().last("system")).contains("did not reach", "the bot is blocked");
    assertThat(chat.commands(AGENT, "status").payload().fields().string("last_reply_status"))
        .isEqualTo("failed");
  }

  @Test
  void newsOfAReplyCountFromItsChatOnly() throws Exception {
    start();
    TestPeer stranger = bus.peer("term:2");

    stranger.sends(
        AGENT, "s1", new DeliveryStatus(new MessageId("m1/reply"), Status.FAILED, "nonsense"));

    assertThat(chat.commands(AGENT, "status").payload().fields().has("last_reply_status"))
        .isFalse();
    stranger.close();
  }

  private List<DeliveryStatus> statuses() {
    return chat.got().stream()
        .filter(envelope -> DeliveryStatus.TYPE.equals(envelope.type()))
        .map(envelope -> (DeliveryStatus) AppMessage.read(envelope.payload()))
        .toList();
  }
}
