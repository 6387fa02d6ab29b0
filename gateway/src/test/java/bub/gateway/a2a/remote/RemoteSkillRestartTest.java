package bub.gateway.a2a.remote;

import static bub.gateway.DoorScene.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of remote skills go on after a restart of bub. */
@Timeout(90)
class RemoteSkillRestartTest {
  private static final String CANCELED = "TASK_STATE_CANCELED";
  private static final String COMPLETED = "TASK_STATE_COMPLETED";
  private static final RawJson INPUT = RawJson.trusted("{\"n\":1}".getBytes(UTF_8));

  @TempDir Path directory;
  private final AtomicInteger works = new AtomicInteger();
  private final Semaphore known = new Semaphore(0);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private RemoteAgentScene scene;
  private LobbyClient caller;

  @BeforeEach
  void start() throws Exception {
    scene = new RemoteAgentScene(directory);
    scene
        .doors
        .provider("agent:slow")
        .offer(
            Capability.named("wait", "Waits."),
            input -> {
              int number = works.incrementAndGet();
              begun.countDown();
              end.await();
              return json("{\"number\":" + number + "}");
            });
    scene.add("/a2a");
    caller = scene.caller("agent:caller");
    scene.awaitOffered(caller, "far.wait");
  }

  @AfterEach
  void stop() {
    end.countDown();
    scene.close();
  }

  /** Progress shows that bub knows the task of the call. */
  private CompletableFuture<String> call(LobbyClient by, RawJson input) {
    var outcome = new CompletableFuture<String>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                outcome.complete(
                    by.request("far.wait").onProgress(_ -> known.release()).call(input).toString());
              } catch (Exception failed) {
                outcome.completeExceptionally(failed);
              }
            });
    return outcome;
  }

  private void awaitKnown() throws InterruptedException {
    assertThat(known.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }

  /** A call whose task has begun, and which the restart has interrupted. */
  private void callAndRestart() throws Exception {
    CompletableFuture<String> lost = call(caller, INPUT);
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    awaitKnown();

    scene.restart();

    assertThat(catchThrowable(() -> lost.get(30, TimeUnit.SECONDS)))
        .isInstanceOf(ExecutionException.class);
    known.drainPermits();
    scene.awaitOffered(caller, "far.wait");
  }

  @Test
  void aRepeatedCallGetsTheTaskThatRuns() throws Exception {
    callAndRestart();
    CompletableFuture<String> repeated = call(caller, INPUT);
    awaitKnown();

    end.countDown();

    assertThat(repeated.get(30, TimeUnit.SECONDS)).contains("\"number\":1");
    assertThat(scene.taskStates("/a2a")).containsExactly(COMPLETED);
  }

  @Test
  void aRepeatedCallGetsTheOutcomeOnce() throws Exception {
    callAndRestart();
    end.countDown();
    scene.awaitTask("/a2a", COMPLETED);

    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":1");
    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":2");
  }

  @Test
  void anotherCallIsAnotherTask() throws Exception {
    callAndRestart();
    end.countDown();

    LobbyClient other = scene.caller("agent:other");
    assertThat(call(other, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":2");
    assertThat(call(caller, json("{\"n\":2}")).get(30, TimeUnit.SECONDS)).contains("\"number\":3");
    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":1");
  }

  @Test
  void aTaskThatNobodyAsksForIsCanceled() throws Exception {
    callAndRestart();
    await().until(() -> scene.time.isAwaited(Duration.ofMinutes(9)));
    assertThat(scene.taskStates("/a2a")).containsExactly("TASK_STATE_WORKING");

    scene.time.jump(Duration.ofMinutes(10));

    scene.awaitTask("/a2a", CANCELED);
    end.countDown();
    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":2");
  }

  @Test
  void aCallThatEndsIsForgotten() throws Exception {
    end.countDown();
    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":1");
    scene.restart();
    scene.awaitOffered(caller, "far.wait");

    assertThat(call(caller, INPUT).get(30, TimeUnit.SECONDS)).contains("\"number\":2");
  }
}
