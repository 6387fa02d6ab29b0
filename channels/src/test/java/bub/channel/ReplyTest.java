package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.channel.store.ChatLine;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.ChatMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplyTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    agent = scene.agent;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void isShownOnceHoweverOftenItComes() throws Exception {
    scene.awaitsAnswerTo("hello");
    for (int i = 0; i < 3; i++) {
      assertThat(agent.reply(agent.lastSaid(), "hi").success()).isTrue();
    }
    agent.reply(ADDRESS, "last", null, "bye");
    await().until(() -> channel.edge.replies().contains("bye"));
    assertThat(channel.edge.replies()).containsExactly("hi", "bye");
  }

  @Test
  void isShownOnceThoughTheNextAgentSendsItAgain() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope said = agent.lastSaid();
    agent.reply(said, "hi");
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    channel.type("still there?");
    await().until(() -> channel.edge.replies().size() == 2);
    assertThat(successor.reply(said, "hi")).isEqualTo(Ack.ok("already stored"));
    assertThat(channel.edge.replies()).containsExactly("hi", "re: still there?");
  }

  @Test
  void isOnDiskBeforeItIsAcked() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.edge.thatSays(new DisplayResult.Later(Duration.ofHours(1), "no network"));
    assertThat(agent.reply(agent.lastSaid(), "hi").success()).isTrue();
    assertThat(channel.store.backlog(CHAT).unshown()).isEqualTo(1);
    assertThat(channel.store.backlog(CHAT).unanswered()).isZero();
  }

  @Test
  void saysWhichMessageItAnswers() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    agent.thatAnswers();
    channel.service.take(CHAT, message("hello", "42"));
    await().until(() -> channel.edge.lines().size() == 1);
    ChatLine line = channel.edge.lines().getFirst().line();
    assertThat(line.replyToOwnId()).isEqualTo("42");
    assertThat(line.replyTo()).hasToString("tg:1/42");
    assertThat(line.agent()).isEqualTo(AGENT);
  }

  @Test
  void mayNameTheMessageAsTheChannelDoes() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    channel.service.take(CHAT, message("one", "41"));
    channel.service.take(CHAT, message("two", "42"));
    await().until(() -> channel.store.backlog(CHAT).unanswered() == 2);
    agent.reply(ADDRESS, "r1", "42", "to the second");
    await().until(() -> channel.edge.lines().size() == 1);
    assertThat(channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
    assertThat(channel.edge.lines().getFirst().line().replyToOwnId()).isEqualTo("42");
  }

  @Test
  void thatNamesNoMessageAnswersNone() throws Exception {
    scene.awaitsAnswerTo("hello");
    agent.reply(ADDRESS, "r1", null, "by the way, it rains");
    await().until(() -> channel.edge.replies().size() == 1);
    assertThat(channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
  }

  @Test
  void mayComeUnasked() throws Exception {
    scene.awaitsAnswerTo("remind me");
    agent.reply(agent.lastSaid(), "I will");
    assertThat(agent.reply(ADDRESS, "reminder", null, "now!").success()).isTrue();
    await().until(() -> channel.edge.replies().equals(List.of("I will", "now!")));
  }

  @Test
  void ofAStrangerIsRefused() throws Exception {
    scene.awaitsAnswerTo("hello");
    try (var stranger = new FakeAgent(scene.bus, "agent:stranger")) {
      Ack ack = stranger.reply(ADDRESS, "spam", null, "buy my tokens");
      assertThat(ack).isEqualTo(Ack.failed("agent:stranger is not the agent of tg:1"));
    }
    assertThat(channel.edge.replies()).isEmpty();
  }

  @Test
  void ofAnAgentThatTheSystemAgentVouchesForIsTaken() throws Exception {
    scene.system.route("agent:worker-9");
    try (var newest = new FakeAgent(scene.bus, "agent:worker-9")) {
      assertThat(newest.reply(ADDRESS, "r1", null, "I am new here").success()).isTrue();
    }
    await().until(() -> channel.edge.replies().equals(List.of("I am new here")));
    assertThat(channel.stage()).isEqualTo(new ChatStage.Configuring(new Address("agent:worker-9")));
  }

  @Test
  void ofAnUnknownAgentMustComeAgainWhileNobodyCanVouchForIt() throws Exception {
    scene.system.close();
    try (var newest = new FakeAgent(scene.bus, "agent:worker-9")) {
      assertThat(newest.reply(ADDRESS, "r1", null, "hi").shouldRetry()).isTrue();
    }
  }

  @Test
  void ofTheAgentBeforeIsStillTaken() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope said = agent.lastSaid();
    FakeAgent successor = scene.replaceAgent();
    channel.pass(seconds(60));
    await().until(() -> successor.heard().contains("hello"));
    var returned = new FakeAgent(scene.bus, AGENT.value());
    assertThat(returned.reply(said, "I had it already").success()).isTrue();
    await().until(() -> channel.edge.replies().equals(List.of("I had it already")));
    returned.close();
  }

  @Test
  void otherThingsThanRepliesAreNotForPeople() throws Exception {
    scene.awaitsAnswerTo("hello");
    Ack ack = agent.send(ADDRESS, "x", new AgentMessage("psst"));
    assertThat(ack.success()).isFalse();
    assertThat(ack.shouldRetry()).isFalse();
    assertThat(ack.message()).contains("accepts only its agent's replies");
  }

  @Test
  void anAddressThatIsNoChatIsRefused() throws Exception {
    Ack ack = agent.reply(new Address("tg:../../x"), "r", null, "hi");
    assertThat(ack).isEqualTo(Ack.failed("tg:../../x is not a chat"));
  }

  private static ChatMessage message(String text, String ownId) {
    return new ChatMessage(
        text, "7", ChannelDescription.TELEGRAM.channel(), null, null, null, ownId, null, List.of());
  }
}
