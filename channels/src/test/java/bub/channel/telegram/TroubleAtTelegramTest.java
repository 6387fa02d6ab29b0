package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.ManualTime;
import bub.channel.telegram.api.BotToken;
import bub.store.StoreInUse;
import bub.testkit.FakeBotApiAnswer;
import bub.testkit.FakeBotApiMessage;
import bub.testkit.FakeBotApiSent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Telegram refuses, fails, or sends invalid answers. */
class TroubleAtTelegramTest {
  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  private void askedBy(String text) throws Exception {
    scene.telegram.says(7, ADA, text);
    scene.awaitHeard(1);
  }

  @Test
  void aWrongTokenEndsItWithAnExplanation() throws Exception {
    scene.with(
        it ->
            new TelegramSettings(
                BotToken.of("1:wrong"),
                it.apiUrl(),
                it.stateDir(),
                it.workspaces(),
                it.allow(),
                it.updates(),
                it.chats(),
                it.limits()));
    assertThat(scene.start().awaitStopped()).isEqualTo(TelegramBridge.BAD_TOKEN);
  }

  @Test
  void itIsWaitedForAtTheBeginning() throws Exception {
    scene.telegram.script().then("getMe", FakeBotApiAnswer.broken(), FakeBotApiAnswer.page(200));
    scene.agent.thatAnswers();
    scene.start();
    scene.telegram.says(7, ADA, "hello");
    scene.pass(seconds(1));
    scene.pass(seconds(3));
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
  }

  @Test
  void anotherPollerIsExplainedAndOutlived() throws Exception {
    scene.agent.thatAnswers();
    var conflict =
        FakeBotApiAnswer.refuses(409, "Conflict: terminated by other getUpdates request");
    scene.telegram.script().then("getUpdates", conflict, conflict);
    TelegramBridge bridge = scene.start();
    await().until(() -> Poller.CONFLICT.equals(bridge.status().problem()));
    scene.telegram.says(7, ADA, "hello");
    scene.pass(seconds(5));
    scene.pass(seconds(10));
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
    await().until(() -> bridge.status().problem() == null);
  }

  @Test
  void anAnswerWaitsAsLongAsTelegramSays() throws Exception {
    scene.start();
    askedBy("hello");
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.tooManyRequests(37));
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    scene.pass(seconds(37));
    assertThat(scene.awaitTexts(7, 1)).containsExactly("hi");
  }

  @Test
  void nobodyIsSilencedForLongerThanAnHour() throws Exception {
    scene.start();
    askedBy("hello");
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.tooManyRequests(1_000_000_000));
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    scene.pass(seconds(3_600));
    assertThat(scene.awaitTexts(7, 1)).containsExactly("hi");
  }

  @Test
  void anAnswerToSomebodyWhoBlockedTheBotIsGivenUp() throws Exception {
    TelegramBridge bridge = scene.start();
    askedBy("hello");
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.blocked());
    scene.agent.reply(scene.agent.lastSaid(), "lost");
    await().until(() -> bridge.status().undeliverable() == 1);
    scene.agent.reply(scene.agent.lastSaid().from(), "next", null, "found");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("found");
  }

  @Test
  void formattingThatIsNotUnderstoodIsLeftOut() throws Exception {
    scene.start();
    askedBy("hello");
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.cannotParse());
    scene.agent.reply(scene.agent.lastSaid(), "this is **bold**");
    FakeBotApiSent sent = scene.telegram.awaitSent(7, 1).getFirst();
    assertThat(sent.text()).isEqualTo("this is bold");
    assertThat(sent.entityTypes()).isEmpty();
  }

  /** Lets an hour pass in which a method fails, for whoever tries it again and again. */
  private void passAnHour() {
    long due = 0;
    for (int failures = 0; due < 3_600; failures++) {
      due += Math.min(60, 1L << Math.min(failures, 6));
      scene.pass(seconds(due));
    }
  }

  private static FakeBotApiAnswer[] failuresOfAnHour() {
    int failures = 6 + (3_600 - 63 + 59) / 60;
    return Collections.nCopies(failures, FakeBotApiAnswer.broken())
        .toArray(FakeBotApiAnswer[]::new);
  }

  @Test
  void anHourWithoutUpdatesLosesNone() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.script().then("getUpdates", failuresOfAnHour());
    scene.start();
    scene.telegram.says(7, ADA, "one");
    scene.telegram.says(7, ADA, "two");
    passAnHour();
    assertThat(scene.awaitTexts(7, 2)).containsExactly("re: one", "re: two");
  }

  @Test
  void anHourWithoutSendingLosesNoAnswer() throws Exception {
    scene.start();
    askedBy("hello");
    scene.telegram.script().then("sendMessage", failuresOfAnHour());
    scene.agent.reply(scene.agent.lastSaid(), "one");
    scene.agent.reply(scene.agent.lastSaid().from(), "second", null, "two");
    passAnHour();
    assertThat(scene.awaitTexts(7, 2)).containsExactly("one", "two");
  }

  @Test
  void anAnswerIsSentAsFastAsTelegramAllows() throws Exception {
    scene.with(it -> it.withLimits(TelegramLimits.standard())).start();
    askedBy("hello");
    String paragraph = "word ".repeat(700).strip();
    scene.agent.reply(scene.agent.lastSaid(), paragraph + "\n\n" + paragraph);
    scene.awaitTexts(7, 1);
    await().until(() -> scene.time.isAwaited(seconds(1)));
    assertThat(scene.texts(7)).hasSize(1);
    scene.pass(seconds(1));
    scene.awaitTexts(7, 2);
  }

  @Test
  void updatesThatComeAgainOrInDisorderAreTakenOnceAndInOrder() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.brings(905, update(905, 3, "three"));
    scene.telegram.brings(903, update(903, 1, "one"));
    scene.telegram.brings(904, update(904, 2, "two"));
    scene.start();
    scene.awaitTexts(7, 3);
    scene.awaitQuiet();
    // Numbers may begin anywhere after a quiet week.
    scene.telegram.brings(5, update(5, 2, "two"));
    scene.telegram.brings(6, update(6, 4, "four"));
    assertThat(scene.awaitTexts(7, 4))
        .containsExactly("re: one", "re: two", "re: three", "re: four");
    assertThat(scene.heard()).containsExactly("one", "two", "three", "four");
  }

  private static String update(long id, long message, String text) {
    return """
    {"update_id":%d,"message":{"message_id":%d,"date":1,"text":"%s",
     "chat":{"id":7,"type":"private"},"from":{"id":7,"is_bot":false,"first_name":"Ada"}}}\
    """
        .formatted(id, message, text);
  }

  @Test
  void updatesOfAllKindsAndOfNoneDoNoHarm() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.brings(10, "{}");
    scene.telegram.brings(11, "{\"update_id\":11}");
    scene.telegram.brings(12, "{\"update_id\":12,\"message\":{}}");
    scene.telegram.brings(13, "{\"update_id\":13,\"poll_answer\":{\"x\":[1]}}");
    scene.telegram.posts(FakeBotApiMessage.in(7, ADA));
    scene.telegram.posts(FakeBotApiMessage.in(7, ADA).with("new_chat_title", "\"x\""));
    scene.telegram.says(Long.MIN_VALUE, ADA, "/agent");
    scene.telegram.says(7, ADA, "hello");
    TelegramBridge bridge = scene.start(); // all in one batch, so that no wait for time is needed
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
    assertThat(scene.awaitTexts(Long.MIN_VALUE, 1)).containsExactly("This chat has no agent yet.");
    assertThat(bridge.status().ignored()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void anAnswerOfEmojiAndMarksComesInPartsThatTelegramTakes() throws Exception {
    scene.start();
    askedBy("hello");
    String odd = "😀\u200f👨‍👩‍👧‍👦".repeat(8_000);
    scene.agent.reply(scene.agent.lastSaid(), odd);
    await().until(() -> scene.bridge().status().sent() > 20);
    assertThat(scene.texts(7)).allSatisfy(text -> assertThat(text.length()).isLessThan(4_097));
  }

  @Test
  void aBridgeThatIsSilentSaysOnceThatItTakesLonger() throws Exception {
    scene.system.close();
    scene.start();
    scene.telegram.says(7, ADA, "hello");
    for (long due : new long[] {1, 3, 7, 15, 31, 60}) {
      scene.pass(seconds(due));
    }
    assertThat(scene.awaitTexts(7, 1))
        .containsExactly("Please wait: the system agent is not connected.");
    assertThat(scene.time.now()).isEqualTo(ManualTime.START.plusSeconds(60));
  }

  @Test
  void twoBridgesOfOneBotAreNotStarted() throws Exception {
    scene.start();
    assertThatThrownBy(
            () ->
                TelegramBridge.start(
                    scene.settings,
                    name -> scene.bus.client(name.value()),
                    scene.time.environment()))
        .isInstanceOf(StoreInUse.class);
  }

  @Test
  void updatesWithoutANumberAreNotAskedForAgainAtOnce() throws Exception {
    FakeBotApiAnswer unnumbered =
        FakeBotApiAnswer.ok(out -> out.beginArray().beginObject().endObject().endArray());
    scene.telegram.script().then("getUpdates", unnumbered, unnumbered);
    scene.start();

    await().until(() -> scene.time.isAwaited(seconds(5)));
  }
}
