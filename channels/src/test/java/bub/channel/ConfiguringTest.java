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
  private TestHouse house;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    house = scene.house;
    scene.system.thatAssigns(AGENT.value());
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  private void awaitAnswer() {
    await().until(() -> house.edge.replies().equals(List.of("re: hello")));
  }

  @Test
  void waitsForAnAgentThatNeedsTime() throws Exception {
    scene.agent.thatAcks(Ack.retryIn(10, "still loading")).thatAnswers();
    house.type("hello");
    house.pass(seconds(10));
    awaitAnswer();
    assertThat(scene.agent.heard()).containsExactly("configure", "configure", "hello");
  }

  @Test
  void asksForAnotherAgentWhenThisOneIsNotThere() throws Exception {
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    scene.system.thatSpawns(_ -> scene.system.requests().size() == 1 ? AGENT : ChatScene.SUCCESSOR);
    house.type("hello");
    awaitAnswer();
    assertThat(successor.heard()).containsExactly("configure", "hello");
    assertThat(scene.system.requests()).hasSize(2);
  }

  @Test
  void asksForAnotherAgentWhenThisOneDoesNotWantTo() throws Exception {
    var successor = new FakeAgent(scene.bus, ChatScene.SUCCESSOR.value()).thatAnswers();
    scene.agent.thatAcks(Ack.failed("I talk to somebody else"));
    scene.system.thatSpawns(_ -> scene.system.requests().size() == 1 ? AGENT : ChatScene.SUCCESSOR);
    house.type("hello");
    awaitAnswer();
    assertThat(successor.heard()).containsExactly("configure", "hello");
  }

  @Test
  void doesNotRunInCirclesWhenTheAgentIsNeverThere() throws Exception {
    scene.agent.close();
    scene.system.thatSpawns(_ -> null);
    house.type("hello");
    awaitRequestAndAssign(1);
    awaitRequestAndAssign(2);
    house.pass(seconds(2));
    awaitRequestAndAssign(3);
    house.pass(seconds(6));
    awaitRequestAndAssign(4);
    await().until(() -> house.time.isAwaited(seconds(14)));
  }

  private void awaitRequestAndAssign(int number) throws Exception {
    await().until(() -> scene.system.requests().size() == number);
    scene.assignsAgent();
  }

  @Test
  void configuresAgainAfterTheBusWasAway() throws Exception {
    scene.agent.thatAcks(Ack.retryIn(10, "still loading")).thatAnswers();
    house.type("hello");
    await().until(() -> house.time.isAwaited(seconds(10)));
    scene.bus.die();
    house.pass(seconds(10));
    await().until(() -> house.time.isAwaited(seconds(60)));
    scene.bus.comeBackWithAgents();
    awaitAnswer();
    assertThat(scene.system.requests()).hasSize(1);
  }
}
