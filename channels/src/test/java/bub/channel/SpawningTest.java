package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.message.SpawnResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All exits of the chat states "no agent" and "spawning". */
class SpawningTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeSystem system;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    scene.agent.thatAnswers();
    system = scene.system;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private void awaitAnswer() {
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(channel.edge.notices()).isEmpty();
  }

  private void awaitRequests(int count) {
    await().until(() -> system.requests().size() == count);
  }

  @Test
  void asksAgainWhenTheAgentCouldNotBeStarted() throws Exception {
    channel.type("hello");
    await().until(() -> channel.time.isAwaited(seconds(45)));
    system.send(ADDRESS, new SpawnResult.Failed(AGENT, "no such program"));
    channel.awaitStage(ChatStage.NoAgent.class);
    system.thatAssigns(AGENT.value());
    channel.pass(seconds(1));
    awaitAnswer();
    awaitRequests(2);
  }

  @Test
  void asksAgainWhenNoResultComesInTime() throws Exception {
    channel.type("hello");
    awaitRequests(1);
    channel.pass(seconds(45));
    system.thatAssigns(AGENT.value());
    channel.pass(seconds(46));
    awaitAnswer();
    awaitRequests(2);
  }

  @Test
  void aResultThatComesLateIsStillGood() throws Exception {
    channel.type("hello");
    awaitRequests(1);
    channel.pass(seconds(45));
    channel.awaitStage(ChatStage.NoAgent.class);
    scene.assignsAgent();
    awaitAnswer();
  }

  @Test
  void waitsLongerAndLongerForASystemAgentThatIsAway() throws Exception {
    system.close();
    channel.type("hello");
    channel.pass(seconds(1));
    channel.pass(seconds(3));
    channel.pass(seconds(7));
    await().until(() -> channel.time.isAwaited(seconds(15)));
    scene.system = new FakeSystem(scene.bus).thatAssigns(AGENT.value());
    channel.pass(seconds(15));
    awaitAnswer();
  }

  @Test
  void waitsAsLongAsTheSystemAgentAsksFor() throws Exception {
    system.thatAcks(Ack.retryIn(20, "too many at once")).thatAssigns(AGENT.value());
    channel.type("hello");
    channel.pass(seconds(20));
    awaitAnswer();
    awaitRequests(2);
  }

  @Test
  void tellsThePersonWhenThereWillBeNoAgent() throws Exception {
    system.thatAcks(Ack.failed("no chats of this channel here"));
    channel.type("hello");
    await().until(() -> channel.edge.notices().size() == 1);
    assertThat(channel.edge.notices().getFirst())
        .isEqualTo(
            "Your message “hello” could not be delivered:"
                + " the system agent refused to start an agent: no chats of this channel here.");
    assertThat(channel.store.backlog(TestChannel.CHAT).isEmpty()).isTrue();

    system.thatAssigns(AGENT.value());
    channel.type("hello again");
    await().until(() -> channel.edge.replies().equals(List.of("re: hello again")));
  }

  @Test
  void waitsForABusThatIsAway() throws Exception {
    scene.bus.die();
    assertThat(channel.type("hello")).isInstanceOf(IntakeResult.Stored.class);
    await().until(() -> channel.time.isAwaited(seconds(60)));
    system.thatAssigns(AGENT.value());
    scene.bus.comeBackWithAgents();
    awaitAnswer();
  }

  @Test
  void aBusThatDiesUnderARequestChangesNothing() throws Exception {
    channel.type("hello");
    await().until(() -> channel.time.isAwaited(seconds(45)));
    scene.bus.die();
    system.thatAssigns(AGENT.value());
    scene.bus.comeBackWithAgents();
    channel.pass(seconds(45));
    // The pause after it ends early when the connection is back only now.
    await().until(() -> channel.time.isAwaited(seconds(46)) || system.requests().size() == 2);
    channel.time.advance(seconds(1));
    awaitAnswer();
  }

  @Test
  void aPersonIsToldOnceThatItTakesLongerAndWhy() throws Exception {
    system.close();
    channel.type("hello");
    for (long moment : new long[] {1, 3, 7, 15, 31}) {
      channel.pass(seconds(moment));
    }
    assertThat(channel.edge.progress()).isEmpty();
    channel.pass(seconds(60));
    await().until(() -> !channel.edge.progress().isEmpty());
    channel.pass(seconds(63));
    channel.pass(seconds(123));
    await().until(() -> channel.time.isAwaited(seconds(183)));
    assertThat(channel.edge.progress())
        .containsExactly(new ChatProgress.Delayed("the system agent is not connected"));
  }

  @Test
  void aPersonIsToldWhyNoAgentCanBeStarted() throws Exception {
    channel.type("hello");
    await().until(() -> channel.time.isAwaited(seconds(45)));
    channel.time.advance(seconds(30));
    system.send(ADDRESS, new SpawnResult.Failed(AGENT, "no such program"));
    channel.pass(seconds(31));
    await().until(() -> system.requests().size() == 2);
    await().until(() -> channel.time.isAwaited(seconds(60)));
    system.send(ADDRESS, new SpawnResult.Failed(AGENT, "no such program"));
    channel.pass(seconds(33));
    channel.pass(seconds(60));
    await().until(() -> !channel.edge.progress().isEmpty());
    assertThat(channel.edge.progress())
        .containsExactly(
            new ChatProgress.Delayed("your agent could not be started: no such program"));
  }

  @Test
  void typingMoreDoesNotMakeItMoreImpatient() throws Exception {
    system.close();
    channel.type("hello");
    await().until(() -> channel.time.isAwaited(seconds(1)));
    channel.type("anybody?");
    channel.pass(seconds(1));
    channel.pass(seconds(3));
    await().until(() -> channel.time.isAwaited(seconds(7)));
  }
}
