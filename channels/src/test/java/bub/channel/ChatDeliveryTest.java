package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.ADDRESS;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All possible outcomes of a message to an existing agent. */
class ChatDeliveryTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private FakeSystem system;
  private FakeAgent agent;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    system = scene.system;
    agent = scene.agent;
    channel = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  /** The chat has an agent that has just answered. */
  private void conversation() throws Exception {
    system.thatAssigns(AGENT.value());
    channel.type("hi");
    await().until(() -> agent.heard().contains("hi"));
    agent.reply(agent.lastSaid(), "hi there");
    await().until(() -> channel.edge.replies().equals(List.of("hi there")));
  }

  private static List<String> ids(FakeAgent agent, String text) {
    return agent.received().stream()
        .filter(envelope -> FakeAgent.gist(envelope).equals(text))
        .map(envelope -> envelope.messageId().value())
        .toList();
  }

  @Test
  void waitsAsLongAsTheAgentAsksFor() throws Exception {
    conversation();
    agent.thatAcks(Ack.retryIn(30, "busy")).thatAnswers();
    channel.type("hello");
    channel.type("after it");
    channel.pass(seconds(30));
    await().until(() -> channel.edge.replies().size() == 3);
    assertThat(agent.heard()).endsWith("hello", "hello", "after it");
    assertThat(ids(agent, "hello")).hasSize(2).containsOnly(ids(agent, "hello").getFirst());
  }

  @Test
  void tellsThePersonWhatTheAgentRefusesAndGoesOn() throws Exception {
    conversation();
    agent.thatAcks(Ack.failed("too rude")).thatAnswers();
    channel.type("expletive");
    channel.type("sorry");
    await().until(() -> channel.edge.replies().contains("re: sorry"));
    assertThat(channel.edge.notices())
        .containsExactly(
            "Your message “expletive” could not be delivered:"
                + " agent:worker-1 refused it: too rude.");
  }

  @Test
  void anAgentThatIsGoneIsReplacedAndGetsTheSameMessage() throws Exception {
    conversation();
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    channel.type("hello");
    await().until(() -> channel.edge.replies().contains("re: hello"));
    assertThat(successor.heard()).containsExactly("configure", "hello");
    assertThat(system.requests()).hasSize(2);
  }

  @Test
  void aBusThatDiesUnderAMessageGetsItAgain() throws Exception {
    conversation();
    scene.bus.die();
    channel.type("hello");
    agent.thatAnswers();
    scene.bus.comeBackWithAgents();
    await().until(() -> channel.edge.replies().contains("re: hello"));
  }

  @Test
  void asksAgainWhenTheAgentHasDiedBetweenAckAndAnswer() throws Exception {
    scene.awaitsAnswerTo("hello");
    FakeAgent successor = scene.replaceAgent();
    system.tells(ADDRESS, AgentEvent.Kind.STOPPED, AGENT.value(), "killed");
    await().until(() -> successor.heard().equals(List.of("configure", "hello")));
    assertThat(ids(successor, "hello")).isEqualTo(ids(agent, "hello"));
    successor.reply(successor.lastSaid(), "here I am");
    await().until(() -> channel.edge.replies().equals(List.of("here I am")));
  }

  @Test
  void findsOutByItselfThatTheAgentHasDied() throws Exception {
    scene.awaitsAnswerTo("hello");
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    channel.pass(seconds(60));
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
    assertThat(successor.heard()).containsExactly("configure", "hello");
  }

  @Test
  void whatWasUnansweredGoesOutAgainInOrder() throws Exception {
    scene.awaitsAnswerTo("one");
    channel.type("two");
    await().until(() -> channel.store.backlog(CHAT).unanswered() == 2);
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    channel.type("three");
    await().until(() -> channel.edge.replies().size() == 3);
    assertThat(successor.heard()).containsExactly("configure", "one", "two", "three");
  }

  @Test
  void asksTheAgentThenTheSystemAgentAfterAnAnswerThatIsOverdue() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.pass(seconds(60));
    await().until(() -> agent.heard().equals(List.of("configure", "hello", "hello")));
    channel.pass(seconds(120));
    channel.pass(seconds(180));
    await().until(() -> system.requests().size() == 2);
    // The system agent says it is there: it is told again what it may have lost.
    await()
        .until(
            () ->
                agent.heard().equals(List.of("configure", "hello", "hello", "configure", "hello")));
    assertThat(ids(agent, "hello")).hasSize(3).containsOnly(ids(agent, "hello").getFirst());
  }

  @Test
  void aPersonIsToldOnceThatTheAgentIsSilent() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.pass(seconds(60));
    await().until(() -> channel.time.isAwaited(seconds(120)));
    assertThat(channel.edge.progress()).isEmpty();
    channel.pass(seconds(120));
    channel.pass(seconds(180));
    await().until(() -> agent.heard().size() == 5);
    channel.pass(seconds(240));
    await().until(() -> agent.heard().size() == 6);
    channel.pass(seconds(360));
    await().until(() -> system.requests().size() == 3);
    assertThat(channel.edge.progress())
        .containsExactly(new ChatProgress.Delayed("your agent does not answer"));
  }

  @Test
  void aPersonIsNotToldOfASilenceThatIsOver() throws Exception {
    scene.awaitsAnswerTo("hello");
    channel.pass(seconds(60));
    await().until(() -> channel.time.isAwaited(seconds(120)));
    channel.time.advance(seconds(10));
    agent.tells(ADDRESS, AgentEvent.Kind.TYPING, RawJson.EMPTY_OBJECT);
    channel.pass(seconds(190));
    await().until(() -> channel.time.isAwaited(seconds(250)));
    assertThat(channel.edge.progress()).containsExactly(new ChatProgress.Typing());
  }

  @Test
  void anAgentThatIsSeenWorkingIsNotDisturbed() throws Exception {
    scene.awaitsAnswerTo("hello");
    await().until(() -> channel.time.isAwaited(seconds(60)));
    channel.time.advance(seconds(50));
    agent.tells(ADDRESS, AgentEvent.Kind.TYPING, RawJson.EMPTY_OBJECT);
    channel.pass(seconds(60));
    channel.pass(seconds(110));
    await().until(() -> agent.heard().size() == 3);
    assertThat(agent.heard()).containsExactly("configure", "hello", "hello");
  }

  @Test
  void anAgentThatFailsForGoodIsNotCalledBackInAHurry() throws Exception {
    scene.awaitsAnswerTo("hello");
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    system.tells(ADDRESS, AgentEvent.Kind.FAILED, AGENT.value(), "it crashes at once");
    await().until(() -> channel.time.isAwaited(seconds(1)));
    assertThat(successor.heard()).isEmpty();
    channel.pass(seconds(1));
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
  }

  @Test
  void anAgentThatStopsWhileNobodyWaitsIsReplacedWithTheNextMessage() throws Exception {
    conversation();
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    system.tells(ADDRESS, AgentEvent.Kind.STOPPED, AGENT.value(), "idle");
    assertThat(channel.stage()).isEqualTo(new ChatStage.NoAgent());
    channel.type("hello");
    await().until(() -> channel.edge.replies().contains("re: hello"));
    assertThat(successor.heard()).containsExactly("configure", "hello");
  }

  @Test
  void theEndOfSomeOtherAgentIsNoNews() throws Exception {
    conversation();
    system.tells(ADDRESS, AgentEvent.Kind.STOPPED, "agent:worker-0", "old");
    assertThat(channel.stage()).isEqualTo(new ChatStage.Ready(AGENT));
  }

  @Test
  void givesUpInTheEndAndSaysSo() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope said = agent.lastSaid();
    agent.close();
    system.close();
    await().until(() -> channel.time.isAwaited(seconds(60)));
    channel.time.advance(Duration.ofHours(24));
    await().until(() -> channel.edge.notices().size() == 1);
    assertThat(channel.edge.notices().getFirst())
        .startsWith("Your message “hello” got no answer within 24 hours and will not be answered");
    assertThat(channel.store.backlog(CHAT).isEmpty()).isTrue();

    var late = new FakeAgent(scene.bus, AGENT.value());
    assertThat(late.reply(said, "at last").success()).isTrue();
    await().until(() -> channel.edge.replies().equals(List.of("at last")));
  }

  @Test
  void givesOnlyUpWhatIsTooOld() throws Exception {
    system.close();
    channel.type("old");
    channel.type("old, too");
    await().until(() -> channel.time.isAwaited(seconds(1)));
    channel.time.advance(Duration.ofHours(23));
    channel.type("new");
    await().until(() -> channel.time.isAwaited(Duration.ofHours(23).plusSeconds(2)));
    channel.time.advance(Duration.ofHours(1));
    await().until(() -> channel.edge.notices().size() == 1);
    assertThat(channel.edge.notices().getFirst()).startsWith("Your message “old” and one more got");
    await().until(() -> channel.store.backlog(CHAT).toDeliver() == 1);
    scene.system = new FakeSystem(scene.bus).thatAssigns(AGENT.value());
    agent.thatAnswers();
    channel.pass(Duration.ofHours(24).plusSeconds(4));
    await().until(() -> channel.edge.replies().equals(List.of("re: new")));
  }
}
