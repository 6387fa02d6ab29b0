package bub.gateway.a2a.remote;

import static bub.gateway.DoorScene.json;
import static bub.gateway.a2a.remote.RemoteAgentScene.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.TestAgent;
import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server of a remote agent goes away during a task and comes back. */
@Timeout(120)
class RemoteRestartTest {
  private static final String HELPER = "/a2a/agent:helper";
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path directory;
  private RemoteAgentScene scene;
  private DoorScene far;
  private TestAgent agent;
  private BreakableProxy proxy;

  @BeforeEach
  void start() throws Exception {
    scene = new RemoteAgentScene(directory.resolve("near"));
    proxy = new BreakableProxy();
    startFar();
  }

  private void startFar() throws Exception {
    far = DoorScene.behind(directory.resolve("far"), Set.of(proxy.host()));
    agent = TestAgent.in(far, "agent:helper");
    proxy.lead(port());
  }

  @AfterEach
  void stop() throws Exception {
    proxy.close();
    scene.close();
    far.close();
  }

  private int port() {
    return far.url("/").getPort();
  }

  /** The person has seen a piece of the answer to "work". */
  private Envelope work() throws Exception {
    scene.addUrl(proxy.url(HELPER));
    scene.say("q1", "work");
    Envelope question = agent.question();
    agent.partial(question, "working", 1);
    assertThat(scene.message().payload().toString()).contains("working");
    return question;
  }

  @Test
  void theAnswerArrivesAfterARestartOfTheServer() throws Exception {
    Envelope question = work();

    proxy.cut();
    far.close();
    startFar();
    assertThat(agent.reply(question, "done").success()).isTrue();

    assertThat(text(scene.reply())).isEqualTo("done");
  }

  @Test
  void theStreamGoesOnAfterALostConnection() throws Exception {
    Envelope question = work();

    proxy.lead(port());
    agent.partial(question, "working on", 2);
    assertThat(scene.message().payload().toString()).contains("working on");
    agent.reply(question, "done");

    assertThat(text(scene.reply())).isEqualTo("done");
  }

  @Test
  void anAnswerDuringTheOutageArrivesAfterIt() throws Exception {
    Envelope question = work();

    proxy.cut();
    agent.reply(question, "done");
    proxy.lead(port());

    assertThat(text(scene.reply())).isEqualTo("done");
  }

  @Test
  void aProxyThatSaysUnavailableDoesNotEndTheTask() throws Exception {
    Envelope question = work();

    proxy.answerUnavailable();
    await().atMost(SOON).until(() -> proxy.refused.get() >= 2);
    agent.reply(question, "done");
    proxy.lead(port());

    RawJson reply = scene.reply();
    assertThat(text(reply)).isEqualTo("done");
    assertThat(reply.fields().bool("failed", false)).isFalse();
  }

  @Test
  void aMessageThatFindsNobodyIsSentWhenTheServerIsBack() throws Exception {
    scene.addUrl(proxy.url(HELPER));
    proxy.cut();
    scene.say("q1", "hello");

    proxy.lead(port());

    Envelope question = agent.question();
    agent.reply(question, "hi");
    assertThat(text(scene.reply())).isEqualTo("hi");
  }

  @Test
  void aStopDuringTheOutageCancelsTheTaskAfterIt() throws Exception {
    Envelope _ = work();

    proxy.answerUnavailable();
    scene.stopTurn(scene.person, new MessageId("q1"));
    await().atMost(SOON).until(() -> proxy.refused.get() >= 2);
    proxy.lead(port());

    await().atMost(SOON).untilAsserted(() -> assertThat(agent.others).isNotEmpty());
  }

  @Test
  void aCallOfASkillOutlivesTheOutage() throws Exception {
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    far.provider("agent:slow")
        .offer(
            Capability.named("wait", "Waits."),
            _ -> {
              begun.countDown();
              end.await();
              return json("{\"waited\":true}");
            });
    scene.addUrl(proxy.url("/a2a"));
    LobbyClient caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.wait");
    CompletableFuture<String> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return caller.request("far.wait").call(RawJson.EMPTY_OBJECT).toString();
              } catch (Exception failed) {
                throw new IllegalStateException(failed);
              }
            });
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

    proxy.answerUnavailable();
    await().atMost(SOON).until(() -> proxy.refused.get() >= 1);
    end.countDown();
    proxy.lead(port());

    assertThat(answer.get(30, TimeUnit.SECONDS)).contains("\"waited\":true");
  }
}
