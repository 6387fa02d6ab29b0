package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.BOT;
import static bub.channel.telegram.TelegramScene.EVE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.testkit.FakeBotApiAnswer;
import bub.testkit.FakeBotApiCall;
import bub.testkit.FakeBotApiMessage;
import bub.testkit.FakeBotApiSent;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups with topics, where each topic is a separate conversation. */
class ForumTopicsTest {
  private static final long FORUM = -1_000_000_000_700L;
  private static final long COOKING = 45;
  private static final long TRAVEL = 46;

  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.with(it -> it.withAllow(Set.of(FORUM)));
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private long says(long thread, String text) {
    return scene.telegram.posts(FakeBotApiMessage.in(FORUM, ADA).text(text).inTopic(thread));
  }

  private static Address topic(long thread) {
    return new Address("tg:topic" + thread + "." + FORUM);
  }

  @Test
  void anAnswerComesInTheTopicOfItsQuestion() throws Exception {
    scene.agent.thatAnswers();
    long id = says(COOKING, BOT + " how long do eggs take?");

    FakeBotApiSent answer = scene.telegram.awaitSent(FORUM, 1).getFirst();
    assertThat(answer.text()).isEqualTo("re: Ada Lovelace: " + BOT + " how long do eggs take?");
    assertThat(answer.thread()).isEqualTo(COOKING);
    assertThat(answer.replyTo()).isEqualTo(id);
    assertThat(scene.agent.lastSaid().from()).isEqualTo(topic(COOKING));
  }

  @Test
  void everyTopicIsAConversationOfItsOwn() throws Exception {
    says(COOKING, BOT + " eggs?");
    scene.awaitHeard(1);
    says(TRAVEL, BOT + " trains?");
    scene.awaitHeard(2);
    assertThat(scene.agent.lastSaid().from()).isEqualTo(topic(TRAVEL));
    assertThat(scene.system.requests())
        .extracting(request -> request.payload().toString())
        .satisfiesExactly(
            first -> assertThat(first).contains("topic" + COOKING + "." + FORUM),
            second -> assertThat(second).contains("topic" + TRAVEL + "." + FORUM));
  }

  @Test
  void outsideOfTopicsTheGroupKeepsItsAddress() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(FORUM, ADA, BOT + " hello");
    assertThat(scene.telegram.awaitSent(FORUM, 1).getFirst().thread()).isZero();
    assertThat(scene.agent.lastSaid().from()).hasToString("tg:" + FORUM);
  }

  @Test
  void talkOfOneTopicIsNotKnownInAnother() throws Exception {
    says(TRAVEL, "the train is late");
    says(COOKING, "the pan is hot");
    await().until(() -> scene.bridge().status().overheard() == 2);
    says(COOKING, BOT + " help");
    assertThat(scene.awaitHeard(1).getFirst()).contains("the pan is hot").doesNotContain("train");
  }

  @Test
  void aTopicThatTheBotOpenedDoesNotMakeEveryMessageForTheBot() throws Exception {
    says(COOKING, "dinner is ready");
    await().until(() -> scene.bridge().status().overheard() == 1);
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void filesAndCommandsBelongToTheirTopic() throws Exception {
    says(COOKING, "/agent" + BOT);
    assertThat(scene.telegram.awaitSent(FORUM, 1).getFirst().thread()).isEqualTo(COOKING);
    scene.telegram.posts(
        FakeBotApiMessage.in(FORUM, EVE)
            .caption(BOT + " read this")
            .with(
                "document", scene.telegram.keeps("menu.txt", "text/plain", "soup".getBytes(UTF_8)))
            .inTopic(COOKING));
    scene.awaitHeard(1);
    assertThat(scene.settings.workspaces().resolve("telegram:topic" + COOKING + "." + FORUM))
        .isDirectoryRecursivelyContaining("glob:**/inbox/*menu.txt");
  }

  @Test
  void typingIsShownInTheTopic() throws Exception {
    says(COOKING, BOT + " hello");
    scene.awaitHeard(1);
    JsonValue nothing = out -> out.beginObject().endObject();
    scene.agent.tells(topic(COOKING), AgentEvent.Kind.TYPING, nothing);
    await().until(() -> !scene.telegram.script().calls("sendChatAction").isEmpty());
    FakeBotApiCall call = scene.telegram.script().calls("sendChatAction").getFirst();
    assertThat(call.parameters())
        .hasToString(
            "{\"chat_id\":"
                + FORUM
                + ",\"action\":\"typing\",\"message_thread_id\":"
                + COOKING
                + "}");
  }

  @Test
  void anAnswerToADeletedTopicIsNotSentElsewhere() throws Exception {
    says(COOKING, BOT + " hello");
    scene.awaitHeard(1);
    FakeBotApiAnswer gone = FakeBotApiAnswer.refuses(400, "Bad Request: message thread not found");
    scene.telegram.script().then("sendMessage", gone).then("sendMessage", gone);
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    await().until(() -> scene.bridge().status().undeliverable() == 1);
    assertThat(scene.texts(FORUM)).isEmpty();
  }

  @Test
  void afterAKillAnAnswerStillFindsItsTopic() throws Exception {
    says(COOKING, BOT + " hello");
    scene.awaitHeard(1);
    scene.killAndStart();
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    assertThat(scene.telegram.awaitSent(FORUM, 1).getFirst().thread()).isEqualTo(COOKING);
  }
}
