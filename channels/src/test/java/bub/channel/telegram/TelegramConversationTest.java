package bub.channel.telegram;

import static bub.channel.telegram.TelegramScene.ADA;
import static bub.channel.telegram.TelegramScene.AGENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.ChannelDescription;
import bub.channel.FakeAgent;
import bub.json.JsonValue;
import bub.protocol.Address;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.OperatorMessage;
import bub.protocol.message.SpawnRequest;
import bub.testkit.FakeBotApiMessage;
import bub.testkit.FakeBotApiSent;
import bub.testkit.FakeBotApiUser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TelegramConversationTest {
  private static final Address CHAT = new Address("tg:7");

  @TempDir private Path directory;
  private TelegramScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = new TelegramScene(directory);
    scene.start();
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void thePersonSeesThatAnOperatorWrote() throws Exception {
    scene.telegram.says(7, ADA, "hello");
    scene.awaitHeard(1);
    try (var operator = new FakeAgent(scene.bus, "cli:ops")) {
      operator.send(new Address("tg:7"), "o-1", new OperatorMessage("we are *on* it"));
    }
    assertThat(scene.awaitTexts(7, 1)).containsExactly("Operator (cli:ops): we are on it");
  }

  @Test
  void whatAPersonWritesIsAnswered() throws Exception {
    scene.agent.thatAnswers();
    long id = scene.telegram.says(7, ADA, "hello");
    FakeBotApiSent answer = scene.telegram.awaitSent(7, 1).getFirst();
    assertThat(answer.text()).isEqualTo("re: hello");
    assertThat(answer.replyTo()).isEqualTo(id);
    scene.awaitQuiet();
    assertThat(scene.bridge().status())
        .extracting(BridgeStatus::bot, BridgeStatus::taken)
        .containsExactly("fake_bub_bot", 1L);
  }

  @Test
  void theAgentKnowsWhoWroteWhat() throws Exception {
    long id = scene.telegram.says(7, ADA, "hello");
    scene.awaitHeard(1);
    assertThat(scene.lastSaid())
        .isEqualTo(
            new ChatMessage(
                "hello",
                "7",
                ChannelDescription.TELEGRAM.channel(),
                "ada",
                "Ada Lovelace",
                "private",
                String.valueOf(id),
                null,
                List.of()));
    assertThat(scene.agent.lastSaid().from()).isEqualTo(CHAT);
    assertThat(scene.agent.lastSaid().messageId()).hasToString("tg:7/" + id);
    assertThat(AppMessage.read(scene.system.requests().getFirst().payload()))
        .isInstanceOfSatisfying(
            SpawnRequest.class, request -> assertThat(request.channel()).hasToString("telegram"));
  }

  @Test
  void aConversationStaysInOrder() throws Exception {
    scene.agent.thatAnswers();
    for (int i = 0; i < 20; i++) {
      scene.telegram.says(7, ADA, "message " + i);
    }
    List<String> answers = scene.awaitTexts(7, 20);
    for (int i = 0; i < 20; i++) {
      assertThat(answers.get(i)).isEqualTo("re: message " + i);
    }
  }

  @Test
  void everyChatIsServedOnItsOwn() throws Exception {
    scene.agent.thatAnswers();
    for (long group = -3; group <= -1; group++) {
      scene.telegram.says(group, ADA, TelegramScene.BOT + " this is " + group);
    }
    for (long group = -3; group <= -1; group++) {
      assertThat(scene.awaitTexts(group, 1).getFirst()).endsWith("this is " + group);
    }
  }

  @Test
  void aReplyQuotesWhatItAnswers() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    long answer = scene.telegram.awaitSent(7, 1).getFirst().messageId();
    scene.telegram.replies(7, ADA, answer, "what do you mean?");
    assertThat(scene.awaitHeard(2).getLast())
        .isEqualTo("[answers Fake: “re: hello”]\nwhat do you mean?");
    assertThat(scene.lastSaid().replyTo()).isEqualTo(String.valueOf(answer));
  }

  @Test
  void anEditIsANewMessage() throws Exception {
    long id = scene.telegram.says(7, ADA, "helo");
    scene.awaitHeard(1);
    scene.telegram.edits(
        id, FakeBotApiMessage.in(7, ADA).text("hello").with("edit_date", "1750000001"));
    assertThat(scene.awaitHeard(2).getLast()).isEqualTo("[changed] hello");
    assertThat(scene.lastSaid().messageId()).isEqualTo(id + "~1750000001");
    scene.agent.reply(scene.agent.lastSaid(), "hi");
    assertThat(scene.telegram.awaitSent(7, 1).getFirst().replyTo()).isEqualTo(id);
  }

  @Test
  void forwardsPlacesContactsAndStickersAreWords() throws Exception {
    scene.telegram.posts(
        FakeBotApiMessage.in(7, ADA).text("news").forwardedFrom(FakeBotApiUser.named(9, "Grace")));
    scene.telegram.posts(
        FakeBotApiMessage.in(7, ADA).with("location", "{\"latitude\":52.5,\"longitude\":13.4}"));
    scene.telegram.posts(
        FakeBotApiMessage.in(7, ADA)
            .with("contact", "{\"phone_number\":\"+49\",\"first_name\":\"Grace\"}"));
    scene.telegram.posts(
        FakeBotApiMessage.in(7, ADA)
            .with(
                "sticker",
                "{\"file_id\":\"s\",\"file_unique_id\":\"u\",\"emoji\":\"😀\",\"set_name\":\"cats\"}"));
    assertThat(scene.awaitHeard(4))
        .containsExactly(
            "[forwarded from Grace]\nnews",
            "[location 52.500000, 13.400000]",
            "[contact Grace +49]",
            "[sticker 😀 of the set cats]");
  }

  @Test
  void aLongAnswerComesInPartsAndInOrder() throws Exception {
    scene.telegram.says(7, ADA, "tell me");
    scene.awaitHeard(1);
    String paragraph = "word ".repeat(500).strip();
    String answer = String.join("\n\n", paragraph, paragraph, paragraph, "the end");
    scene.agent.reply(scene.agent.lastSaid(), answer);
    List<FakeBotApiSent> parts = scene.telegram.awaitSent(7, 3);
    assertThat(parts.getFirst().replyTo()).isNotZero();
    assertThat(parts.getLast().replyTo()).isZero();
    assertThat(parts.getLast().text()).endsWith("the end");
  }

  @Test
  void anAnswerWithoutWordsIsNotNothing() throws Exception {
    scene.telegram.says(7, ADA, "hello");
    scene.awaitHeard(1);
    scene.agent.reply(scene.agent.lastSaid(), "  ");
    assertThat(scene.awaitTexts(7, 1)).containsExactly("(empty answer)");
  }

  @Test
  void whoeverThinksIsSeenTyping() throws Exception {
    scene.telegram.says(7, ADA, "hello");
    scene.awaitHeard(1);
    JsonValue nothing = out -> out.beginObject().endObject();
    scene.agent.tells(CHAT, AgentEvent.Kind.TYPING, nothing);
    await().until(() -> scene.telegram.script().calls("sendChatAction").size() == 1);
  }

  @Test
  void whatIsSaidWhileTheBusIsAwayIsAnsweredWhenItIsBack() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "before");
    scene.awaitTexts(7, 1);
    scene.bus.die();
    scene.telegram.says(7, ADA, "meanwhile");
    scene.awaitQuiet();
    assertThat(scene.texts(7)).hasSize(1);
    scene.bus.comeBackWithAgents();
    assertThat(scene.awaitTexts(7, 2)).containsExactly("re: before", "re: meanwhile");
  }

  @Test
  void agentsAreToldNothingTwice() throws Exception {
    scene.agent.thatAnswers();
    scene.telegram.says(7, ADA, "hello");
    scene.awaitTexts(7, 1);
    assertThat(scene.agent.heard()).containsExactly("configure", "hello");
    assertThat(scene.agent.name()).isEqualTo(AGENT);
  }
}
