package bub.gateway.a2a.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.TimeSource;
import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.a2a.store.A2aTaskStore;
import bub.gateway.a2a.task.TaskSubscription.Until;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks whose changes come at the same time, and whose disk is slow or full. */
@Timeout(30)
class A2aTasksTest {
  private static final Address OWNER = new Address("api:ann");
  private static final Duration NOW = Duration.ofMillis(1);

  @TempDir Path directory;
  @AutoClose private A2aTaskStore store;
  private A2aTasks tasks;

  @BeforeEach
  void open() throws Exception {
    store = A2aTaskStore.open(directory.resolve("tasks.db"));
    tasks = new A2aTasks(store, A2aLimits.standard(), TimeSource.system(), () -> {});
  }

  private static A2aMessage message() throws Exception {
    return A2aMessage.read(
        RawJson.parse(
            "{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"hello\"}]}"));
  }

  private static CapabilityWork work() {
    return CapabilityWork.first("book", RawJson.EMPTY_OBJECT);
  }

  private LiveTask create(boolean isStored) throws Exception {
    return tasks.create(OWNER, "", message(), work(), isStored);
  }

  private LiveTask asking() throws Exception {
    LiveTask live = create(true);
    tasks.update(
        live, task -> TaskChange.status(task.in(A2aTaskState.INPUT_REQUIRED, null, tasks.now())));
    return live;
  }

  @Test
  void onlyTheFirstReplyContinuesATask() throws Exception {
    LiveTask live = asking();

    assertThat(tasks.proceed(live, message())).isTrue();
    assertThat(tasks.proceed(live, message())).isFalse();

    assertThat(live.task().history()).hasSize(2);
  }

  @Test
  void aReplyAfterACancelContinuesNothing() throws Exception {
    LiveTask live = asking();

    assertThat(tasks.cancel(live)).isTrue();

    assertThat(tasks.proceed(live, message())).isFalse();
    assertThat(live.task().state()).isEqualTo(A2aTaskState.CANCELED);
    assertThat(live.onStop(() -> {})).isFalse();
  }

  @Test
  void aTaskThatWaitsForTheDiskDoesNotHoldUpANewOne() throws Exception {
    LiveTask waiting = create(false);
    var isHeld = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Thread writer =
        Thread.ofVirtual()
            .start(
                () -> {
                  synchronized (waiting) {
                    isHeld.countDown();
                    awaitQuietly(release);
                  }
                });
    assertThat(isHeld.await(10, TimeUnit.SECONDS)).isTrue();
    try {
      CompletableFuture<LiveTask> created =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return create(false);
                } catch (Exception failed) {
                  throw new IllegalStateException(failed);
                }
              });

      assertThat(created.get(10, TimeUnit.SECONDS).task().id()).isNotEmpty();
    } finally {
      release.countDown();
      writer.join();
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aFailureEndsItsTaskEvenWhenTheDiskFails() throws Exception {
    LiveTask live = create(true);
    store.close();

    tasks.settle(live, A2aTaskState.FAILED, "no");

    assertThat(tasks.live(live.task().id())).isNull();
    A2aTask found = Objects.requireNonNull(tasks.find(live.task().id()));
    assertThat(found.state()).isEqualTo(A2aTaskState.FAILED);
  }

  @Test
  void anAnswerThatIsNotInTheProtocolFailsTheTask() throws Exception {
    LiveTask live = create(false);
    RawJson odd = RawJson.parse("{\"status\":\"input_required\",\"request_state\":5}");

    TaskChange change =
        CapabilityOutcome.apply(
            live.task(), work(), new Ack(false, "", false, 0, odd), tasks.now());

    assertThat(change.task().state()).isEqualTo(A2aTaskState.FAILED);
  }

  private static Fields next(TaskSubscription reader) throws Exception {
    return Objects.requireNonNull(reader.next(NOW)).fields();
  }

  @Test
  void aReaderThatIsFarBehindGetsTheWholeTaskAsItIsWhenItGoesOn() throws Exception {
    LiveTask live = create(false);
    TaskSubscription reader = live.subscribe(Until.SETTLED);
    for (int i = 0; i < 8; i++) {
      live.show(i + "x".repeat(300_000));
    }

    Fields whole = next(reader).object("task").fields();

    assertThat(whole.require("artifacts").toString()).contains("\"7xxx").doesNotContain("6xxx");
    assertThat(reader.next(NOW)).isNull();
    live.show("8");
    assertThat(next(reader).has("artifactUpdate")).isTrue();
  }

  @Test
  void aQuickReaderGetsALargeResultAsEvents() throws Exception {
    LiveTask live = create(false);
    TaskSubscription reader = live.subscribe(Until.SETTLED);
    assertThat(next(reader).has("task")).isTrue();
    RawJson output =
        RawJson.parse("{\"status\":\"success\",\"x\":\"" + "y".repeat(600_000) + "\"}");

    boolean isChanged =
        tasks.update(
            live,
            task -> CapabilityOutcome.apply(task, work(), Ack.ok("done", output), tasks.now()));

    assertThat(isChanged).isTrue();
    assertThat(next(reader).has("artifactUpdate")).isTrue();
    assertThat(next(reader).has("statusUpdate")).isTrue();
    await().until(reader::isOver);
  }
}
