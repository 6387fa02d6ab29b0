package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.caller.Caller;
import bub.gateway.mcp.store.McpTaskStore;
import bub.gateway.mcp.store.McpTaskStore.Change;
import bub.gateway.mcp.store.StoredTask;
import bub.gateway.mcp.store.StoredTask.Status;
import bub.json.RawJson;
import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class McpTasksTest {
  private static final RawJson QUESTIONS = RawJson.trusted("{\"q\":{}}".getBytes(UTF_8));
  private static final InputAnswers ANSWERS = new InputAnswers(QUESTIONS, null);
  private static final McpAnswer DONE = ToolOutcome.error("done");

  @TempDir Path directory;
  private final RequestStates states = new RequestStates(new SecureRandom());
  private final McpRequester client = client("agent:ann");
  private final AtomicInteger calls = new AtomicInteger();
  private Path file;
  private McpTaskStore store;
  private McpTasks tasks;

  @BeforeEach
  void open() throws Exception {
    file = directory.resolve("tasks.db");
    store = McpTaskStore.open(file);
    tasks = McpTasks.resume(store, TimeSource.system(), states);
  }

  @AfterEach
  void close() throws Exception {
    tasks.stop();
    store.close();
  }

  private static McpRequester client(String name) {
    var caller = new Caller(new Address(name), "t", false, Set.of(), List.of());
    return new McpRequester(caller, new Address("mcp:x"), ClientFeatures.NONE, null, null);
  }

  private static RequestRun ending(McpAnswer answer) {
    var run = new RequestRun();
    run.finish(new RequestRun.Event.Finished(answer));
    return run;
  }

  private StoredTask adopted(RequestRun run) throws Exception {
    return tasks.adopt(client, "work", RawJson.EMPTY_OBJECT, run);
  }

  /** Returns the id of a task that waits for one answer. */
  private String asking(@Nullable String state) throws Exception {
    String id = adopted(ending(new McpAnswer.InputNeeded(QUESTIONS, state))).id();
    ended(id, Status.INPUT_REQUIRED);
    return id;
  }

  private StoredTask ended(String id, Status status) {
    return await().until(() -> tasks.find(client, id), task -> task.status() == status);
  }

  @Test
  void twoEqualAnswersRepeatTheCallOnce() throws Exception {
    String id = asking(null);
    tasks.update(
        client,
        id,
        ANSWERS,
        (run, _, _, _) -> {
          calls.incrementAndGet();
          // The second answer comes before the call of the first one has begun.
          tasks.update(client, id, ANSWERS, (_, _, _, _) -> calls.incrementAndGet());
          run.finish(new RequestRun.Event.Finished(DONE));
        });
    ended(id, Status.COMPLETED);
    assertThat(calls).hasValue(1);
  }

  @Test
  void aTaskThatCannotGoOnHasFailed() throws Exception {
    String id = asking(null);
    tasks.update(
        client,
        id,
        ANSWERS,
        (_, _, _, _) -> {
          throw new HttpRefusal(503, "unavailable", "The lobby: not connected.");
        });
    assertThat(ended(id, Status.FAILED).outcome()).asString().contains("The lobby: not connected.");

    String odd = asking(null);
    tasks.update(
        client,
        odd,
        ANSWERS,
        (_, _, _, _) -> {
          throw new IllegalStateException("a bug");
        });
    assertThat(ended(odd, Status.FAILED).outcome()).asString().contains("-32603");
  }

  @Test
  void aCallThatIsCancelledBeforeItsWorkStartsDoesNothing() throws Exception {
    String id = asking(null);
    var ends = new AtomicInteger();
    tasks.update(
        client,
        id,
        ANSWERS,
        (run, _, _, _) -> {
          tasks.cancel(client, id);
          run.start(
              () -> {
                calls.incrementAndGet();
                return DONE;
              },
              ends::incrementAndGet);
        });
    await().until(() -> ends.get() == 1);
    assertThat(calls).hasValue(0);
    assertThat(tasks.find(client, id).status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  void aStateThatIsTooLongEndsTheTask() throws Exception {
    String sealed = states.seal(client.caller().id(), "work", "x".repeat(1 << 17));
    String id = adopted(ending(new McpAnswer.InputNeeded(QUESTIONS, sealed))).id();
    assertThat(ended(id, Status.FAILED).outcome()).asString().contains("requestState");
  }

  @Test
  void aResultThatCannotBeStoredIsStoredLater() throws Exception {
    store.close();
    // The file belongs to the store while it is open, so the fault ends with the third task.
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER broken BEFORE UPDATE ON task WHEN (SELECT count(*) FROM task) < 3"
              + " BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END");
    }
    store = McpTaskStore.open(file);
    var attempts = new AtomicInteger();
    var time =
        new TimeSource() {
          @Override
          public Instant now() {
            return Instant.now();
          }

          @Override
          public void sleep(Duration duration) throws InterruptedException {
            try {
              String id = "other-" + attempts.incrementAndGet();
              Address caller = client.caller().id();
              boolean _ = store.add(StoredTask.begun(id, caller, "x", QUESTIONS, now()));
            } catch (IOException failed) {
              throw new IllegalStateException(failed);
            }
          }
        };
    tasks = McpTasks.resume(store, time, states);
    String id = adopted(ending(DONE)).id();
    ended(id, Status.COMPLETED);
    assertThat(attempts).hasValue(2);
  }

  @Test
  void finishedTasksGiveUpTheirRoom() throws Exception {
    String stranger =
        tasks.adopt(client("agent:bob"), "work", RawJson.EMPTY_OBJECT, ending(DONE)).id();
    String oldest = adopted(ending(DONE)).id();
    ended(oldest, Status.COMPLETED);
    String waiting = asking(null);
    for (int i = 2; i < McpTaskStore.MOST_PER_CALLER; i++) {
      ended(adopted(ending(DONE)).id(), Status.COMPLETED);
    }
    assertThat(store.find(oldest)).isNotNull();
    try (TaskSlots.Slot _ = tasks.reserve(client)) {
      ended(adopted(ending(DONE)).id(), Status.COMPLETED);
    }
    assertThat(store.find(oldest)).isNull();
    assertThat(store.find(waiting)).isNotNull();
    assertThat(store.find(stranger)).isNotNull();
  }

  @Test
  void unfinishedTasksKeepTheirRoomAndNoCallStartsWithoutOne() throws Exception {
    var runs = new ArrayList<RequestRun>();
    var places = new ArrayList<TaskSlots.Slot>();
    for (int i = 0; i < McpTaskStore.MOST_PER_CALLER - 1; i++) {
      runs.add(new RequestRun());
      adopted(runs.getLast());
    }
    places.add(tasks.reserve(client));
    assertThatThrownBy(() -> tasks.reserve(client))
        .isInstanceOfSatisfying(
            HttpRefusal.class, full -> assertThat(full.reason()).isEqualTo("too_many_tasks"));
    tasks.reserve(client("agent:bob")).close();
    places.removeLast().close();
    places.add(tasks.reserve(client));
    runs.getFirst().finish(new RequestRun.Event.Finished(DONE));
    await()
        .ignoreExceptionsInstanceOf(HttpRefusal.class)
        .until(() -> places.add(tasks.reserve(client)));
  }

  @Test
  void theCallerWithMostFinishedTasksMakesRoomForOthers() throws Exception {
    int callers = McpTaskStore.MOST / McpTaskStore.MOST_PER_CALLER;
    Instant now = Instant.now();
    StoredTask modest = task("modest", "agent:modest", now.minusSeconds(1_000));
    assertThat(store.add(modest)).isTrue();
    finish("modest");
    for (int i = 0; i < McpTaskStore.MOST - 1; i++) {
      assertThat(store.add(task("t" + i, "agent:" + i % callers, now.plusMillis(i)))).isTrue();
      finish("t" + i);
    }
    assertThat(store.add(task("new", "agent:new", now))).isTrue();
    assertThat(store.find("modest")).isNotNull();
    assertThat(store.find("t0")).isNull();
    assertThat(store.find("t1")).isNotNull();
  }

  private static StoredTask task(String id, String caller, Instant created) {
    return StoredTask.begun(id, new Address(caller), "work", RawJson.EMPTY_OBJECT, created);
  }

  private void finish(String id) throws Exception {
    Change _ = store.change(id, now -> now.ended(Status.COMPLETED, null, now.created()));
  }
}
