package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All exits of the chat state "configuring". */
class ConfiguringTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private TestChannel channel;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    channel = scene.channel;
    scene.system.thatAssigns(AGENT.value());
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private void awaitAnswer() {
    await().until(() -> channel.edge.replies().equals(List.of("re: hello")));
  }

  @Test
  void waitsForAnAgentThatNeedsTime() throws Exception {
    scene.agent.thatAcks(Ack.retryIn(10, "still loading")).thatAnswers();
    channel.type("hello");
    channel.pass(seconds(10));
    awaitAnswer();
    assertThat(scene.agent.heard()).containsExactly("configure", "configure", "hello");
  }

  @Test
  void asksForAnotherAgentWhenThisOneIsNotThere() throws Exception {
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    scene.system.thatSpawns(_ -> scene.system.requests().size() == 1 ? AGENT : ChatScene.SUCCESSOR);
    channel.type("hello");
    awaitAnswer();
    assertThat(successor.heard()).containsExactly("configure", "hello");
    assertThat(scene.system.requests()).hasSize(2);
  }

  @Test
  void asksForAnotherAgentWhenThisOneDoesNotWantTo() throws Exception {
    var successor = new FakeAgent(scene.bus, ChatScene.SUCCESSOR.value()).thatAnswers();
    scene.agent.thatAcks(Ack.failed("I talk to somebody else"));
    scene.system.thatSpawns(_ -> scene.system.requests().size() == 1 ? AGENT : ChatScene.SUCCESSOR);
    channel.type("hello");
    awaitAnswer();
    assertThat(successor.heard()).containsExactly("configure", "hello");
  }

  @Test
  void doesNotRunInCirclesWhenTheAgentIsNeverThere() throws Exception {
    scene.agent.close();
    scene.system.thatSpawns(_ -> null);
    channel.type("hello");
    awaitRequestAndAssign(1);
    awaitRequestAndAssign(2);
    channel.pass(seconds(2));
    awaitRequestAndAssign(3);
    channel.pass(seconds(6));
    awaitRequestAndAssign(4);
    await().until(() -> channel.time.isAwaited(seconds(14)));
  }

  private void awaitRequestAndAssign(int number) throws Exception {
    await().until(() -> scene.system.requests().size() == number);
    scene.assignsAgent();
  }

  @Test
  void configuresAgainAfterTheBusWasAway() throws Exception {
    scene.agent.thatAcks(Ack.retryIn(10, "still loading")).thatAnswers();
    channel.type("hello");
    await().until(() -> channel.time.isAwaited(seconds(10)));
    scene.bus.die();
    channel.pass(seconds(10));
    await().until(() -> channel.time.isAwaited(seconds(60)));
    scene.bus.comeBackWithAgents();
    awaitAnswer();
    assertThat(scene.system.requests()).hasSize(1);
  }
}
