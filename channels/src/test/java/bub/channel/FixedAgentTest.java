package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.SpawnResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chats with an agent that somebody else has started. */
class FixedAgentTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene =
        new ChatScene(directory, ChatSettings.standard().withAgents(new AgentSource.Fixed(AGENT)));
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void nobodyIsAskedForAnAgent() throws Exception {
    scene.agent.thatAnswers();
    channel.type("hello");
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(scene.agent.heard()).containsExactly("configure", "hello");
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void hearsOfItsAnswersOnlySoThatTheTwoNeverTalkForEver() throws Exception {
    scene.agent.thatAnswers();
    channel.type("hello");
    await().until(() -> scene.agent.statuses().size() == 1);

    scene.agent.reply(ADDRESS, "unasked", null, "by the way");
    channel.type("thanks");

    await().until(() -> scene.agent.statuses().size() == 2);
    assertThat(scene.agent.statuses())
        .extracting(status -> status.messageId().value())
        .doesNotContain("unasked");
  }

  @Test
  void anAgentThatCannotBeConfiguredMayStillAnswer() throws Exception {
    scene.agent.thatAcks(Ack.failed("what is that?")).thatAnswers();
    channel.type("hello");
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
  }

  @Test
  void anAgentThatIsAwayIsWaitedFor() throws Exception {
    scene.agent.close();
    channel.type("hello");
    channel.pass(seconds(1));
    await().until(() -> channel.time.isAwaited(seconds(3)));
    scene.agent = new FakeAgent(scene.bus, AGENT.value()).thatAnswers();
    channel.pass(seconds(3));
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(scene.system.requests()).isEmpty();
  }

  @Test
  void theSystemAgentHasNoSayInIt() throws Exception {
    scene.agent.thatAnswers();
    channel.type("hello");
    await().until(() -> channel.edge.replies().size() == 1);
    Ack assigned = scene.system.send(ADDRESS, new SpawnResult.Running(ChatScene.SUCCESSOR));
    assertThat(assigned).isEqualTo(Ack.failed("this chat uses agent:worker-1"));
    scene.system.tells(ADDRESS, AgentEvent.Kind.STOPPED, AGENT.value(), "idle");
    assertThat(channel.stage()).isEqualTo(new ChatStage.Ready(AGENT));
  }

  @Test
  void aReplyThatNamesNoMessageAnswersTheOldest() throws Exception {
    channel.type("one");
    channel.type("two");
    await().until(() -> channel.store.backlog(CHAT).unanswered() == 2);
    scene.agent.reply(ADDRESS, "r1", null, "yes");
    await().until(() -> channel.edge.replies().size() == 1);
    assertThat(channel.store.backlog(CHAT).unanswered()).isEqualTo(1);
    assertThat(channel.edge.lines().getFirst().line().replyTo())
        .isEqualTo(scene.agent.received().get(1).messageId());
  }

  @Test
  void onlyThatAgentIsHeard() throws Exception {
    try (var stranger = new FakeAgent(scene.bus, "agent:stranger")) {
      assertThat(stranger.reply(ADDRESS, "r", null, "hi").success()).isFalse();
    }
  }
}
