package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.EVE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Envelope;
import bub.protocol.message.ChatId;
import bub.testkit.FakeBotApiAnswer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bridge is killed between any two steps, and another one continues with the files on disk. */
class KilledBridgeTest {
  private static final ChatId CHAT = new ChatId("7");

  @TempDir private Path directory;
  private TelegramScene scene;
  private final CountDownLatch never = new CountDownLatch(1);

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    never.countDown();
    scene.close();
  }

  private FakeBotApiAnswer hangs() {
    return FakeBotApiAnswer.waitsFor(never, FakeBotApiAnswer.broken());
  }

  private int calls(String method) {
    return scene.telegram.script().calls(method).size();
  }

  private void awaitEnd() {
    await().until(() -> scene.bridge().stores().chats().backlog(CHAT).isEmpty());
    await().until(() -> scene.bridge().stores().telegram().chatsWaiting().isEmpty());
  }

  /** Brings it to the point where the agent has the message and its answer is due. */
  private Envelope asked() throws Exception {
    scene.telegram.says(7, ADA, "hello");
    scene.awaitHeard(1);
    await().until(() -> scene.bridge().stores().chats().backlog(CHAT).unanswered() == 1);
    return scene.agent.lastSaid();
  }

  @Test
  void beforeAnUpdateComes() throws Exception {
    scene.agent.thatAnswers();
    scene.killAndStart();
    scene.telegram.says(7, ADA, "hello");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("re: hello");
  }

  @Test
  void whenAnUpdateIsStoredAndNotConfirmed() throws Exception {
    await().until(() -> calls("getUpdates") == 1);
    scene.telegram.script().then("getUpdates", hangs());
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    awaitEnd();
    assertThat(scene.telegram.unconfirmed()).isEqualTo(1);
    scene.killAndStart();
    scene.awaitQuiet();
    awaitEnd();
    scene.telegram.says(7, ADA, "next");
    assertThat(scene.awaitTexts(7, 2)).containsExactly("re: hello", "re: next");
    assertThat(scene.heard()).containsExactly("hello", "next");
  }

  @Test
  void whenAnUpdateIsConfirmedAndNothingWasDoneAboutIt() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.script().then("getFile", hangs());
    scene.telegram.sendsFile(7, ADA, "a.txt", "abc".getBytes(UTF_8));
    await().until(() -> calls("getFile") == 1);
    scene.awaitQuiet();
    scene.killAndStart();
    assertThat(scene.awaitTexts(7, 1).getFirst()).startsWith("re: [document: inbox/");
    awaitEnd();
    assertThat(scene.heard()).hasSize(1);
  }

  @Test
  void whileTheAgentThinks() throws Exception {
    Envelope hello = asked();
    scene.killAndStart();
    scene.agent.reply(hello, "hi");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("hi");
    awaitEnd();
    assertThat(scene.texts(7)).hasSize(1);
  }

  @Test
  void beforeTheAnswerIsSent() throws Exception {
    Envelope hello = asked();
    scene.telegram.script().then("sendMessage", hangs());
    scene.agent.reply(hello, "hi");
    await().until(() -> calls("sendMessage") == 1);
    scene.killAndStart();
    scene.awaitTexts(7, 1);
    awaitEnd();
    assertThat(scene.texts(7)).containsExactly("hi");
  }

  @Test
  void whenTheAnswerIsSentAndThatIsNotKnown() throws Exception {
    Envelope hello = asked();
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.cut());
    scene.agent.reply(hello, "hi");
    scene.awaitTexts(7, 1);
    scene.killAndStart();
    scene.awaitTexts(7, 2);
    awaitEnd();
    // Telegram has nothing to know a duplicate by: one is the price of losing none.
    assertThat(scene.texts(7)).containsExactly("hi", "hi");
  }

  @Test
  void betweenThePartsOfAnAnswer() throws Exception {
    Envelope hello = asked();
    String paragraph = "word ".repeat(700).strip();
    String other = "other ".repeat(600).strip();
    scene.telegram.script().then("sendMessage", FakeBotApiAnswer.usual(), hangs());
    scene.agent.reply(hello, paragraph + "\n\n" + other);
    await().until(() -> calls("sendMessage") == 2);
    scene.killAndStart();
    scene.awaitTexts(7, 2);
    awaitEnd();
    assertThat(scene.texts(7)).containsExactly(paragraph, other);
  }

  @Test
  void beforeACommandIsAnswered() throws Exception {
    scene.telegram.script().then("sendMessage", hangs());
    scene.telegram.says(7, ADA, "/agent");
    await().until(() -> calls("sendMessage") == 1);
    scene.killAndStart();
    scene.awaitTexts(7, 1);
    awaitEnd();
    assertThat(scene.texts(7)).containsExactly("This chat has no agent yet.");
  }

  @Test
  void beforeAStrangerHasTheCode() throws Exception {
    scene.telegram.script().then("sendMessage", hangs());
    scene.telegram.says(66, EVE, "hi");
    await().until(() -> calls("sendMessage") == 1);
    scene.killAndStart();
    assertThat(scene.awaitTexts(66, 1).getFirst())
        .containsPattern("runs this bot:\\s+[A-Z0-9]{8}\\s");
  }

  @Test
  void orStoppedAgainAndAgainWhateverItIsDoing() throws Exception {
    scene.agent.thatAnswers();
    int messages = 16;
    for (int i = 0; i < messages; i++) {
      scene.telegram.says(7, ADA, "message " + i);
      if (i % 4 == 3) {
        scene.stopAndStart();
      }
    }
    await().until(() -> scene.texts(7).stream().distinct().count() == messages);
    awaitEnd();
    List<String> answers = scene.texts(7);
    assertThat(answers.size()).isBetween(messages, messages + 4);
    assertThat(scene.heard().stream().distinct()).hasSize(messages);
    assertThat(answers.stream().distinct())
        .isEqualTo(IntStream.range(0, messages).mapToObj(i -> "re: message " + i).toList());
  }
}
