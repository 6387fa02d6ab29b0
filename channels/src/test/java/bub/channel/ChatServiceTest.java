package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.BusClient;
import bub.json.JsonValue;
import bub.protocol.Ack;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatServiceTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private static ChatMessage message(String text, String ownId) {
    return new ChatMessage(
        text, "7", ChannelDescription.TELEGRAM.channel(), null, null, null, ownId, null, List.of());
  }

  @Test
  void aMessageThatTheChannelBringsTwiceIsTakenOnce() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAnswers();
    assertThat(channel.service.take(CHAT, message("hello", "42")))
        .isInstanceOf(IntakeResult.Stored.class);
    assertThat(channel.service.take(CHAT, message("hello", "42")))
        .isInstanceOf(IntakeResult.Duplicate.class);
    await().until(() -> channel.edge.replies().size() == 1);
    assertThat(channel.service.take(CHAT, message("hello", "42")))
        .isInstanceOf(IntakeResult.Duplicate.class);
    channel.type("bye");
    await().until(() -> channel.edge.replies().equals(List.of("re: hello", "re: bye")));
  }

  @Test
  void theSameIdInAnotherChatIsAnotherMessage() throws Exception {
    channel.service.take(CHAT, message("hello", "42"));
    assertThat(channel.service.take(new ChatId("2"), message("hello", "42")))
        .isInstanceOf(IntakeResult.Stored.class);
  }

  @Test
  void aTextThatTheBusWouldNotCarryIsRefusedAtOnce() throws Exception {
    assertThat(channel.type("x".repeat(BusClient.MAX_PAYLOAD)))
        .isInstanceOfSatisfying(
            IntakeResult.Refused.class,
            refused -> assertThat(refused.reason()).contains("too long"));
    assertThat(channel.service.take(CHAT, message("hello", "x".repeat(300))))
        .isEqualTo(new IntakeResult.Refused("the message id is too long"));
    assertThat(channel.store.backlog(CHAT).isEmpty()).isTrue();
  }

  @Test
  void aTextOfAnyKindArrivesAsItIs() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAnswers();
    String text =
        "\u0000\u001b[2J\"\\\n\t\u202e 👩‍👩‍👧 ' ; DROP TABLE line; -- " + "x".repeat(100_000);
    channel.type(text);
    await().until(() -> channel.edge.replies().equals(List.of("re: " + text)));
    assertThat(scene.agent.heard()).contains(text);
  }

  @Test
  void commandsGoToTheAgentAndItsAnswerComesBack() throws Exception {
    assertThat(channel.service.command(CHAT, "status")).isEqualTo(new CommandAnswer.NoAgent());
    scene.awaitsAnswerTo("hello");
    JsonValue facts = out -> out.beginObject().field("text", "12 messages").endObject();
    scene.agent.thatAcks(Ack.ok("ok", facts));
    assertThat(channel.service.command(CHAT, "status"))
        .isEqualTo(new CommandAnswer.Done("12 messages"));
    scene.agent.thatAcks(Ack.failed("never heard of it"));
    assertThat(channel.service.command(CHAT, "dance"))
        .isEqualTo(new CommandAnswer.Refused("never heard of it"));
    assertThat(scene.agent.received().getLast().payload().toString())
        .contains("\"type\":\"agent_command\"", "\"content\":{\"command\":\"dance\"}");
    scene.agent.thatAcks(Ack.retryIn(1, "busy"));
    assertThat(channel.service.command(CHAT, "status"))
        .isEqualTo(new CommandAnswer.Unreachable(AGENT, "cannot answer now: busy"));
    scene.agent.close();
    assertThat(channel.service.command(CHAT, "status"))
        .isEqualTo(new CommandAnswer.Unreachable(AGENT, "is not connected"));
  }

  @Test
  void factsOfACommandComeOneALine() {
    JsonValue facts =
        out -> out.beginObject().field("model", "echo").field("known_turns", 3).endObject();
    assertThat(CommandReplyText.of(Ack.ok("", facts))).isEqualTo("model: echo\nknown turns: 3");
    assertThat(CommandReplyText.of(Ack.ok("forgotten"))).isEqualTo("forgotten");
  }

  @Test
  void afterAnotherHouseHasTakenItsPlaceItLeavesEverythingOnDisk() throws Exception {
    try (var usurper = scene.bus.client("telegram-bridge").connect()) {
      assertThat(usurper.clientId()).hasToString("telegram-bridge");
      assertThat(channel.type("hello")).isInstanceOf(IntakeResult.Stored.class);
      assertThat(channel.service.awaitQuiet(CHAT, Duration.ofHours(1))).isFalse();
      assertThat(channel.store.backlog(CHAT).toDeliver()).isPositive();
    }
  }

  @Test
  void manyChatsAtOnceEachGetTheirOwnAnswers() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAnswers();
    try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int chat = 1; chat <= 100; chat++) {
        var id = new ChatId(String.valueOf(chat));
        people.submit(() -> typeThree(id));
      }
    }
    await().until(() -> channel.edge.lines().size() == 300);
    assertThat(channel.edge.lines())
        .allSatisfy(
            sight -> assertThat(sight.line().text()).startsWith("re: " + sight.chat() + " "));
    assertThat(channel.edge.lines().stream().map(sight -> sight.line().text()).distinct())
        .hasSize(300);
  }

  private boolean typeThree(ChatId chat) throws Exception {
    for (int number = 1; number <= 3; number++) {
      channel.type(chat, chat + " says " + number);
    }
    return true;
  }
}
