package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.gateway.mcp.RequestRun.Event;
import bub.gateway.mcp.store.McpTaskStore;
import bub.gateway.mcp.store.McpTaskStore.Change;
import bub.gateway.mcp.store.StoredTask;
import bub.gateway.mcp.store.StoredTask.Status;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tool calls that outlive their request. A client fetches the result later, even after a restart of
 * bub. Safe for any thread; calls block.
 */
final class McpTasks {
  private static final Logger LOG = LoggerFactory.getLogger(McpTasks.class);
  private static final int ID_BYTES = 16;
  private static final Duration PART = Duration.ofSeconds(30);
  private static final Duration STORE_AGAIN = Duration.ofSeconds(5);

  /** Repeats the call of a task, as {@code run}, with the answers of the client. */
  @FunctionalInterface
  interface TaskCall {
    void begin(RequestRun run, McpRequester client, StoredTask task, InputAnswers answers)
        throws Exception;
  }

  private final McpTaskStore store;
  private final TimeSource time;
  private final RequestStates states;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, RequestRun> running = new ConcurrentHashMap<>();
  private final TaskSlots reserved = new TaskSlots();
  private volatile boolean isStopping;

  private McpTasks(McpTaskStore store, TimeSource time, RequestStates states) {
    this.store = store;
    this.time = time;
    this.states = states;
  }

  /** Tasks that ran when bub stopped have failed; those with questions go on. */
  static McpTasks resume(McpTaskStore store, TimeSource time, RequestStates states)
      throws InterruptedException {
    RpcError error = RpcError.of(RpcError.INTERNAL_ERROR, "bub stopped while the task ran.");
    try {
      store.failInterrupted(error.toRaw(), time.now());
    } catch (IOException broken) {
      LOG.error("Could not read the tasks", broken);
    }
    return new McpTasks(store, time, states);
  }

  /**
   * Room for one task, while its call runs. Refuses before the call has any effect.
   *
   * @throws HttpRefusal when there are too many tasks that have not ended
   */
  TaskSlots.Slot reserve(McpRequester client) throws HttpRefusal, InterruptedException {
    Address caller = client.caller().id();
    TaskSlots.Slot slot = reserved.take(caller);
    boolean hasRoom = false;
    try {
      McpTaskStore.Unfinished unfinished = store.unfinished(caller, time.now());
      hasRoom =
          unfinished.own() + slot.own() <= McpTaskStore.MOST_PER_CALLER
              && unfinished.all() + slot.all() <= McpTaskStore.MOST;
    } catch (IOException broken) {
      // A quick call needs no disk, and adopt refuses the others.
      LOG.debug("Could not count the tasks", broken);
      hasRoom = true;
    } finally {
      if (!hasRoom) {
        slot.close();
      }
    }
    if (!hasRoom) {
      throw tooManyTasks();
    }
    return slot;
  }

  private static HttpRefusal tooManyTasks() {
    return new HttpRefusal(
        429,
        "too_many_tasks",
        "There are too many tasks that have not ended; the limit is "
            + McpTaskStore.MOST_PER_CALLER
            + ".");
  }

  /** Makes a task of a running call; it is on disk when this returns. */
  StoredTask adopt(McpRequester client, String tool, RawJson arguments, RequestRun run)
      throws HttpRefusal, InterruptedException {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    StoredTask task =
        StoredTask.begun(
            HexFormat.of().formatHex(bytes), client.caller().id(), tool, arguments, time.now());
    try {
      if (!store.add(task)) {
        throw tooManyTasks();
      }
    } catch (IOException broken) {
      LOG.error("Could not store a task", broken);
      throw new HttpRefusal(503, "unavailable", "The task cannot be stored at the moment.");
    }
    follow(task, run);
    return task;
  }

  private void follow(StoredTask task, RequestRun run) {
    running.put(task.id(), run);
    Thread.ofVirtual().name("mcp-task").start(() -> await(task, run));
  }

  private void await(StoredTask task, RequestRun run) {
    try {
      Event end = end(run);
      running.remove(task.id(), run);
      if (!isStopping || !(end instanceof Event.Cancelled)) { // The next start says so.
        keep(task.id(), ended(task, end));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  private static Event end(RequestRun run) throws InterruptedException {
    while (true) {
      Event event = run.next(PART);
      if (event != null && !(event instanceof Event.Report) && !(event instanceof Event.Ask)) {
        return event;
      }
    }
  }

  /** A disk that is full may have slot later; until then, the task works. */
  private void keep(String id, StoredTask last) throws InterruptedException {
    while (true) {
      try {
        Change _ = store.change(id, now -> now.status().isFinal() ? now : last);
        return;
      } catch (IOException broken) {
        if (isStopping || time.now().isAfter(last.created().plus(McpTaskStore.KEPT))) {
          LOG.error("Could not store the result of task {}", id, broken);
          return;
        }
        LOG.warn("Could not store the result of task {}. bub tries again", id, broken);
      }
      time.sleep(STORE_AGAIN);
    }
  }

  private StoredTask ended(StoredTask task, Event end) {
    try {
      return switch (end) {
        case Event.Finished(McpAnswer.InputNeeded(RawJson requests, @Nullable String sealed)) ->
            task.asking(requests, opened(task, sealed), time.now());
        case Event.Finished(McpAnswer answer) ->
            task.ended(Status.COMPLETED, McpResults.WITH_SESSIONS.of(answer), time.now());
        case Event.Broken(Exception failure) -> failed(task, RequestRunner.error(failure));
        case Event.Cancelled _, Event.Report _, Event.Ask _ ->
            task.ended(Status.CANCELLED, null, time.now());
      };
    } catch (RpcException tooLong) {
      return failed(task, tooLong.error());
    }
  }

  private StoredTask failed(StoredTask task, RpcError error) {
    return task.ended(Status.FAILED, error.toRaw(), time.now());
  }

  /** The seal ends with this process, but a task does not. */
  private @Nullable String opened(StoredTask task, @Nullable String sealed) throws RpcException {
    return sealed == null ? null : states.open(task.caller(), task.tool(), sealed);
  }

  /** From now on, a task that ends early was not cancelled by its client. */
  void stop() {
    isStopping = true;
  }

  StoredTask find(McpRequester client, String id) throws RpcException, InterruptedException {
    try {
      StoredTask task = store.find(id);
      if (task != null && task.caller().equals(client.caller().id())) {
        return task;
      }
    } catch (IOException broken) {
      LOG.error("Could not read task {}", id, broken);
      throw new RpcException(RpcError.of(RpcError.INTERNAL_ERROR, "The tasks cannot be read."));
    }
    throw new RpcException(RpcError.invalidParams("taskId: there is no task " + id));
  }

  /** A task that has ended stays as it is. */
  void cancel(McpRequester client, String id)
      throws RpcException, IOException, InterruptedException {
    StoredTask _ = find(client, id);
    Change _ =
        store.change(
            id,
            now -> now.status().isFinal() ? now : now.ended(Status.CANCELLED, null, time.now()));
    RequestRun run = running.remove(id);
    if (run != null) {
      run.cancel();
    }
  }

  /** Takes answers to some of the questions; the call goes on when all are answered. */
  void update(McpRequester client, String id, InputAnswers given, TaskCall call) throws Exception {
    StoredTask before = find(client, id);
    RawJson responses = given.responses();
    if (before.status() != Status.INPUT_REQUIRED || responses == null) {
      return;
    }
    Change change =
        store.change(
            id,
            now -> now.status() == Status.INPUT_REQUIRED ? answered(now, responses.fields()) : now);
    if (change != null && change.begins(Status.WORKING)) {
      goOn(client, change.after(), call);
    }
  }

  /** Only the request with the last answer comes here, so the call is repeated once. */
  private void goOn(McpRequester client, StoredTask task, TaskCall call)
      throws InterruptedException {
    var run = new RequestRun();
    run.detach();
    follow(task, run);
    try {
      if (find(client, task.id()).status().isFinal()) {
        // The client cancelled the task before cancel could find the run.
        run.cancel();
      } else {
        call.begin(run, client, task, new InputAnswers(task.answers(), task.state()));
      }
    } catch (Exception failed) {
      run.finish(RequestRun.outcome(failed));
      if (failed instanceof InterruptedException stopping) {
        throw stopping;
      }
    }
  }

  /** Ignores answers to other questions. */
  private StoredTask answered(StoredTask task, Fields responses) {
    RawJson questions = task.questions();
    Fields asked = (questions == null ? RawJson.EMPTY_OBJECT : questions).fields();
    RawJson known = task.answers();
    JsonWriter open = new JsonWriter().beginObject();
    JsonWriter all = new JsonWriter();
    var left = new int[1];
    all.extended(
        known == null ? RawJson.EMPTY_OBJECT : known,
        more -> {
          for (int i = 0; i < asked.count(); i++) {
            RawJson answer = responses.find(asked.name(i));
            if (answer == null) {
              open.field(asked.name(i), asked.value(i));
              left[0]++;
            } else {
              more.field(asked.name(i), answer);
            }
          }
        });
    RawJson rest = RawJson.trusted(open.endObject().toByteArray());
    return task.answered(
        RawJson.trusted(all.toByteArray()), left[0] == 0 ? null : rest, time.now());
  }
}
