package bub.channel;

import static bub.channel.ChatScene.AGENT;
import static bub.channel.ChatScene.seconds;
import static bub.channel.TestChannel.CHAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chat service is killed in every stage, and another one continues with its store. */
class RestartTest {
  @TempDir private Path directory;
  private ChatScene scene;
  private TestChannel next;

  @BeforeEach
  void begin() throws Exception {
    scene = new ChatScene(directory);
    next = scene.channel;
  }

  @AfterEach
  void end() throws Exception {
    next.close();
    scene.bus.close();
  }

  private void kill() throws Exception {
    next = scene.channel.killedAndStartedAgain();
  }

  private void awaitAnswer() {
    await().until(() -> next.edge.replies().equals(List.of("re: hello")));
    await().until(() -> next.store.backlog(CHAT).isEmpty());
  }

  @Test
  void whileThereIsNoAgent() throws Exception {
    scene.system.close();
    scene.channel.type("hello");
    await().until(() -> scene.channel.time.isAwaited(seconds(1)));
    kill();
    await().until(() -> next.time.isAwaited(seconds(1)));
    scene.system = new FakeSystem(scene.bus).thatAssigns(AGENT.value());
    scene.agent.thatAnswers();
    next.pass(seconds(1));
    awaitAnswer();
  }

  @Test
  void whileAnAgentIsSpawned() throws Exception {
    scene.channel.type("hello");
    await().until(() -> scene.system.requests().size() == 1);
    kill();
    await().until(() -> scene.system.requests().size() == 2);
    scene.agent.thatAnswers();
    scene.assignsAgent();
    awaitAnswer();
  }

  @Test
  void whileAnAgentIsConfigured() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAcks(Ack.retryIn(3_600, "loading"));
    scene.channel.type("hello");
    scene.channel.awaitStage(ChatStage.Configuring.class);
    await().until(() -> scene.agent.heard().size() == 1);
    scene.agent.thatAnswers();
    kill();
    awaitAnswer();
    assertThat(scene.agent.heard()).containsExactly("configure", "configure", "hello");
    assertThat(scene.system.requests()).hasSize(1);
  }

  @Test
  void beforeTheMessageIsTaken() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAcks(Ack.ok("configured")).thatAcks(Ack.retryIn(3_600, "busy"));
    scene.channel.type("hello");
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello")));
    scene.agent.thatAnswers();
    kill();
    awaitAnswer();
    assertThat(scene.agent.heard()).containsExactly("configure", "hello", "hello");
  }

  @Test
  void whileTheAnswerIsDue() throws Exception {
    scene.awaitsAnswerTo("hello");
    Envelope said = scene.agent.lastSaid();
    kill();
    // It asks at once: the answer may have come to nobody.
    await().until(() -> scene.agent.heard().equals(List.of("configure", "hello", "hello")));
    assertThat(scene.agent.lastSaid().messageId()).isEqualTo(said.messageId());
    scene.agent.reply(said, "re: hello");
    awaitAnswer();
  }

  @Test
  void whileTheAnswerIsDueAndTheAgentIsGone() throws Exception {
    scene.awaitsAnswerTo("hello");
    FakeAgent successor = scene.replaceAgent().thatAnswers();
    kill();
    awaitAnswer();
    assertThat(successor.heard()).containsExactly("configure", "hello");
  }

  @Test
  void beforeTheAnswerIsShown() throws Exception {
    scene.awaitsAnswerTo("hello");
    scene.channel.edge.thatSays(new DisplayResult.Later(Duration.ofHours(1), "no network"));
    scene.agent.reply(scene.agent.lastSaid(), "re: hello");
    kill();
    awaitAnswer();
    // And what the agent could not know to have arrived is not shown twice.
    assertThat(scene.agent.reply(scene.agent.lastSaid(), "re: hello").success()).isTrue();
    assertThat(next.edge.replies()).hasSize(1);
  }

  @Test
  void whenAllIsAnswered() throws Exception {
    scene.system.thatAssigns(AGENT.value());
    scene.agent.thatAnswers();
    scene.channel.type("hello");
    await().until(() -> scene.channel.edge.replies().size() == 1);
    await().until(() -> scene.channel.store.backlog(CHAT).isEmpty());
    kill();
    next.type("again");
    await().until(() -> next.edge.replies().equals(List.of("re: again")));
    await().until(() -> next.store.backlog(CHAT).isEmpty());
    assertThat(scene.agent.heard()).containsExactly("configure", "hello", "again");
    assertThat(next.service.history(CHAT, 10))
        .extracting(line -> line.speaker() + " " + line.text())
        .containsExactly("HUMAN hello", "AGENT re: hello", "HUMAN again", "AGENT re: again");
  }

  @Test
  void afterItWasAwayForTooLong() throws Exception {
    scene.system.close();
    scene.channel.type("hello");
    next = scene.channel.killedAndStartedAgain(Duration.ofHours(30));
    await().until(() -> next.edge.notices().size() == 1);
    assertThat(next.store.backlog(CHAT).toDeliver()).isZero();
  }
}
