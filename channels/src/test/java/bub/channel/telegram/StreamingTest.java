package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.BOT;
import static bub.channel.telegram.TelegramScene.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.testkit.FakeBotApiAnswer;
import bub.testkit.FakeBotApiSent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reply that is visible while the agent writes it. */
class StreamingTest {
  private static final Address CHAT = new Address("tg:7");

  @TempDir private Path directory;
  private TelegramScene scene;
  private int written;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private Envelope asked(String text) throws Exception {
    int before = scene.heard().size();
    scene.telegram.says(7, ADA, text);
    scene.awaitHeard(before + 1);
    return scene.agent.lastSaid();
  }

  private void writes(Envelope about, String text) throws Exception {
    int number = ++written;
    JsonValue data =
        out ->
            out.beginObject()
                .field("message_id", about.messageId().value())
                .field("text", text)
                .field("seq", number)
                .endObject();
    scene.agent.tells(about.from(), AgentEvent.Kind.PARTIAL, data);
  }

  private void awaitVersions(int count) {
    await().until(() -> scene.telegram.sent(7).getFirst().versions().size() == count);
  }

  @Test
  void growsInOneMessageThatBecomesTheAnswer() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "Once");
    scene.awaitTexts(7, 1);
    scene.time.advance(Duration.ofSeconds(2));
    writes(hello, "Once upon");
    awaitVersions(2);
    scene.agent.reply(hello, "Once upon a **time**");
    awaitVersions(3);
    FakeBotApiSent only = scene.telegram.awaitSent(7, 1).getFirst();
    assertThat(only.versions()).containsExactly("Once", "Once upon", "Once upon a time");
    assertThat(only.replyTo()).isNotZero();
    assertThat(scene.texts(7)).hasSize(1);
  }

  @Test
  void disappearsWhenThePersonStopsIt() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "Once");
    scene.awaitTexts(7, 1);
    scene.telegram.says(7, ADA, "/stop");
    await().until(() -> scene.texts(7).equals(List.of("Stopped.")));
    writes(hello, "Once upon");
    assertThat(scene.agent.reply(hello, "Once upon a time").success()).isFalse();
    await().until(() -> !scene.hasDraft(7));
    assertThat(scene.texts(7)).containsExactly("Stopped.");
  }

  @Test
  void isChangedAtAPoliteRateOnly() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "1");
    scene.awaitTexts(7, 1);
    for (int i = 2; i < 10; i++) {
      writes(hello, "1 " + i);
    }
    scene.agent.reply(hello, "done");
    await().until(() -> scene.texts(7).equals(List.of("done")));
    assertThat(scene.telegram.sent(7).getFirst().versions()).containsExactly("1", "done");
  }

  @Test
  void isLeftOutInGroups() throws Exception {
    scene.telegram.says(GROUP, ADA, BOT + " hello");
    scene.awaitHeard(1);
    writes(scene.agent.lastSaid(), "Once");
    scene.agent.reply(scene.agent.lastSaid(), "Once upon");
    scene.awaitTexts(GROUP, 1);
    assertThat(scene.telegram.sent(GROUP).getFirst().versions()).containsExactly("Once upon");
  }

  @Test
  void isLeftOutWhenTelegramHasEnough() throws Exception {
    Envelope hello = asked("hello");
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.tooManyRequests(5));
    writes(hello, "Once");
    await().until(() -> scene.telegram.script().calls("sendMessage").size() == 1);
    writes(hello, "Once upon");
    scene.agent.reply(hello, "Once upon a time");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("Once upon a time");
    assertThat(scene.telegram.script().calls("sendMessage")).hasSize(2);
  }

  @Test
  void becomesTheAnswerEvenAfterAKill() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "Once");
    scene.awaitTexts(7, 1);
    await().until(() -> scene.hasDraft(7));
    scene.killAndStart();
    scene.agent.reply(hello, "Once upon a time");
    await().until(() -> scene.texts(7).equals(List.of("Once upon a time")));
  }

  @Test
  void goesOnWhileACommandIsAnswered() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "Once");
    scene.awaitTexts(7, 1);
    await().until(() -> scene.hasDraft(7));
    scene.telegram.says(7, ADA, "/agent");
    scene.awaitTexts(7, 2);
    scene.agent.reply(hello, "Once upon a time");
    await()
        .until(
            () -> scene.texts(7).equals(List.of("Once upon a time", "agent:worker-1 is ready.")));
  }

  @Test
  void goesAwayWhenSomethingElseIsAnswered() throws Exception {
    Envelope first = asked("first");
    Envelope second = asked("second");
    writes(first, "to the first");
    scene.awaitTexts(7, 1);
    await().until(() -> scene.hasDraft(7));
    scene.agent.reply(second, "to the second");
    await().until(() -> scene.telegram.script().calls("deleteMessage").size() == 1);
    await().until(() -> scene.texts(7).equals(List.of("to the second")));
    assertThat(first.from()).isEqualTo(CHAT);
  }

  @Test
  void thatCannotBeChangedAnyMoreIsSentAnew() throws Exception {
    Envelope hello = asked("hello");
    writes(hello, "Once");
    scene.awaitTexts(7, 1);
    scene
        .telegram
        .script()
        .then(
            "editMessageText",
            FakeBotApiAnswer.refuses(400, "Bad Request: message to edit not found"));
    scene.agent.reply(hello, "Once upon a time");
    assertThat(scene.awaitTexts(7, 2).getLast()).isEqualTo("Once upon a time");
  }
}
