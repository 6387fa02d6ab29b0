package bub.gateway.a2a;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpRefusal;
import bub.channel.http.MountedCall;
import bub.client.NoAnswer;
import bub.gateway.a2a.model.A2aError;
import bub.gateway.a2a.model.A2aMessage;
import bub.gateway.a2a.model.A2aRefusal;
import bub.gateway.a2a.model.A2aTask;
import bub.gateway.a2a.model.A2aTaskState;
import bub.gateway.a2a.model.TaskWork;
import bub.gateway.a2a.model.TaskWork.AgentWork;
import bub.gateway.a2a.model.TaskWork.CapabilityWork;
import bub.gateway.a2a.task.A2aTasks;
import bub.gateway.a2a.task.AgentTaskRunner;
import bub.gateway.a2a.task.CapabilityTaskRunner;
import bub.gateway.a2a.task.LiveTask;
import bub.gateway.a2a.task.TaskSubscription;
import bub.gateway.a2a.task.TaskSubscription.Until;
import bub.gateway.caller.Caller;
import bub.gateway.chat.AgentRoster;
import bub.gateway.chat.AgentRoster.ListedAgent;
import bub.gateway.chat.ChatTarget;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.protocol.message.ChatMessage;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Operations on tasks that both bindings offer. Safe for any thread; calls block. */
final class A2aOperations {
  private static final int ID_BYTES = 16;

  private final A2aTasks tasks;
  private final AgentTaskRunner agentTasks;
  private final CapabilityTaskRunner capabilityTasks;
  private final AgentRoster agents;
  private final PushConfigs webhooks;
  private final Duration longestWait;

  A2aOperations(
      A2aTasks tasks,
      AgentTaskRunner agentTasks,
      CapabilityTaskRunner capabilityTasks,
      AgentRoster agents,
      PushConfigs webhooks,
      Duration longestWait) {
    this.tasks = tasks;
    this.agentTasks = agentTasks;
    this.capabilityTasks = capabilityTasks;
    this.agents = agents;
    this.webhooks = webhooks;
    this.longestWait = longestWait;
  }

  PushConfigs webhooks() {
    return webhooks;
  }

  /** Task that starts after its first reader has subscribed. */
  private record Prepared(LiveTask live, Runnable start) {}

  /** Returns a task or a message. */
  JsonValue send(Caller caller, A2aPath place, RawJson params) throws Exception {
    SendRequest request = SendRequest.read(params);
    boolean waits = !request.returnsAtOnce() && request.webhook() == null;
    Prepared prepared = prepare(caller, place, request, waits);
    LiveTask live = prepared.live();
    try (TaskSubscription news = live.subscribe(Until.SETTLED)) {
      prepared.start().run();
      if (!request.returnsAtOnce()) {
        await(news);
        RawJson message = live.message();
        if (message != null) {
          tasks.forget(live);
          return out -> out.beginObject().field("message", message).endObject();
        }
        tasks.keep(live); // the caller learns its id now, even if the work goes on
      }
    }
    return live.shown().taskEvent(request.view());
  }

  /**
   * Sends a message that calls a capability, without blocking. Returns null for any other message.
   * The future fails with an {@link IOException} when the task could not be stored.
   *
   * @param call runs the end of the longest wait, when the caller gets the task as it is
   */
  @Nullable CompletableFuture<JsonValue> sendAtOnce(
      Caller caller, A2aPath place, RawJson params, MountedCall call) throws Exception {
    SendRequest request = SendRequest.read(params);
    if (request.returnsAtOnce()
        || request.webhook() != null
        || request.message().task() != null
        || !tasks.storesEndedTasksLater()) {
      return null;
    }
    CapabilityWork work =
        place.agent() == null ? CapabilityInput.read(request.message(), request.skill()) : null;
    if (work == null || !capabilityTasks.canStartAtOnce(caller)) {
      return null;
    }
    LiveTask live = tasks.create(caller.id(), place.key(), request.message(), work, false);
    CompletableFuture<JsonValue> sent =
        capabilityTasks.startAtOnce(live, caller).thenApply(task -> task.taskEvent(request.view()));
    Future<?> deadline = call.later(() -> answerUnfinished(live, request, sent), longestWait);
    return sent.whenComplete((_, _) -> deadline.cancel(false));
  }

  private void answerUnfinished(
      LiveTask live, SendRequest request, CompletableFuture<JsonValue> sent) {
    if (!sent.isDone()) {
      Thread.ofVirtual()
          .name("a2a-unfinished")
          .start(
              () -> {
                try {
                  tasks.keep(live); // the caller learns its id now
                  sent.complete(live.shown().taskEvent(request.view()));
                } catch (IOException | InterruptedException failed) {
                  sent.completeExceptionally(failed);
                }
              });
    }
  }

  private void await(TaskSubscription news) throws InterruptedException {
    long deadline = System.nanoTime() + longestWait.toNanos();
    while (!news.isOver()) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return; // the caller gets the task as it is
      }
      news.next(Duration.ofNanos(left));
    }
  }

  TaskSubscription stream(Caller caller, A2aPath place, RawJson params) throws Exception {
    Prepared prepared = prepare(caller, place, SendRequest.read(params), false);
    TaskSubscription news = prepared.live().subscribe(Until.SETTLED);
    prepared.start().run();
    return news;
  }

  /** {@code waits}: nobody can know the task before it is settled. */
  private Prepared prepare(Caller caller, A2aPath place, SendRequest request, boolean waits)
      throws Exception {
    A2aMessage message = request.message();
    if (message.task() != null) {
      return proceed(caller, place, message, message.task());
    }
    CapabilityWork work =
        place.agent() == null ? CapabilityInput.read(message, request.skill()) : null;
    if (work != null) {
      LiveTask live = create(caller, place, request, work, !waits);
      return new Prepared(live, () -> capabilityTasks.start(live, caller, null));
    }
    requireChat(caller);
    ChatTarget target = target(place.agent());
    String context = message.context() == null ? UUID.randomUUID().toString() : message.context();
    var known =
        new SendRequest(
            new A2aMessage(
                message.id(), context, null, message.parts(), message.metadata(), message.source()),
            request.skill(),
            request.returnsAtOnce(),
            request.view(),
            request.webhook());
    var chat = new AgentWork(chat(caller, place, context), place.agent(), null, null);
    LiveTask live = create(caller, place, known, chat, true);
    return new Prepared(live, () -> agentTasks.start(live, target, caller.id(), known.message()));
  }

  private LiveTask create(
      Caller caller, A2aPath place, SendRequest request, TaskWork work, boolean isStored)
      throws Exception {
    RawJson webhook = request.webhook();
    if (webhook != null) {
      webhooks.check(webhook);
    }
    LiveTask live = tasks.create(caller.id(), place.key(), request.message(), work, isStored);
    if (webhook != null) {
      try {
        webhooks.add(live.task().id(), webhook);
      } catch (HttpRefusal | A2aRefusal | IOException | InterruptedException failed) {
        tasks.cancel(live);
        throw failed;
      }
    }
    return live;
  }

  private Prepared proceed(Caller caller, A2aPath place, A2aMessage message, String id)
      throws Exception {
    A2aTask task = visible(caller, place, id);
    if (message.context() != null && !message.context().equals(task.context())) {
      throw new InvalidField("message.contextId", "is not the context of the task");
    }
    LiveTask live = tasks.live(id);
    if (live == null || task.state() != A2aTaskState.INPUT_REQUIRED) {
      throw doesNotWait(task);
    }
    switch (live.task().work()) {
      case CapabilityWork work -> {
        RawJson answers = CapabilityInput.answers(work, message);
        continueWith(live, message);
        return new Prepared(live, () -> capabilityTasks.start(live, caller, answers));
      }
      case AgentWork work -> {
        requireChat(caller);
        ChatTarget target = target(work.target());
        continueWith(live, message);
        return new Prepared(live, () -> agentTasks.start(live, target, caller.id(), message));
      }
    }
  }

  /** Of several messages, and a cancel, only the first continues or ends the task. */
  private void continueWith(LiveTask live, A2aMessage message) throws Exception {
    if (!tasks.proceed(live, message)) {
      throw doesNotWait(live.task());
    }
  }

  private static A2aRefusal doesNotWait(A2aTask task) {
    return new A2aRefusal(
        A2aError.UNSUPPORTED_OPERATION,
        task.state().isTerminal()
            ? "The task is over. Send a message without taskId to begin a new one."
            : "The task does not wait for a message.");
  }

  private static void requireChat(Caller caller) throws HttpRefusal {
    if (!caller.maySend(ChatMessage.TYPE)) {
      throw new HttpRefusal(
          403, "forbidden", "Your token does not allow the type " + ChatMessage.TYPE + ".");
    }
  }

  private ChatTarget target(@Nullable Address agent)
      throws HttpRefusal, RpcException, NoAnswer, InterruptedException {
    if (agent == null) {
      return new ChatTarget.OwnAgent();
    }
    return agents
        .find(agent.value())
        .map(ListedAgent::target)
        .orElseThrow(
            () -> new HttpRefusal(404, "not_found", "No agent " + agent + " is connected."));
  }

  /** One conversation per caller, agent and context. */
  private static ChatId chat(Caller caller, A2aPath place, String context) {
    String key = String.join("\0", caller.id().value(), place.key(), context);
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_8));
      return new ChatId("a2a-" + HexFormat.of().formatHex(hash, 0, ID_BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Callers see their own tasks, operators all. */
  A2aTask visible(Caller caller, A2aPath place, String id)
      throws A2aRefusal, IOException, InterruptedException {
    A2aTask task = tasks.find(id);
    if (task == null
        || !task.place().equals(place.key())
        || !caller.operator() && !task.owner().equals(caller.id())) {
      throw A2aRefusal.taskNotFound(id);
    }
    return task;
  }

  JsonValue get(Caller caller, A2aPath place, RawJson params) throws Exception {
    Fields fields = params.fields();
    var view = new A2aTask.View(SendRequest.historyLength(fields), true);
    return visible(caller, place, fields.string("id")).json(view);
  }

  JsonValue list(Caller caller, A2aPath place, RawJson params) throws Exception {
    return TaskListRequest.read(params).answer(caller, place, tasks);
  }

  JsonValue cancel(Caller caller, A2aPath place, RawJson params) throws Exception {
    String id = params.fields().string("id");
    A2aTask task = visible(caller, place, id);
    LiveTask live = tasks.live(id);
    if (live == null || !tasks.cancel(live)) {
      throw new A2aRefusal(
          A2aError.TASK_NOT_CANCELABLE,
          "The task is over: " + (live == null ? task : live.task()).state().word() + ".");
    }
    return live.task().json(A2aTask.View.ALL);
  }

  TaskSubscription subscribe(Caller caller, A2aPath place, RawJson params) throws Exception {
    String id = params.fields().string("id");
    A2aTask task = visible(caller, place, id);
    LiveTask live = tasks.live(id);
    if (live == null) {
      throw new A2aRefusal(
          A2aError.UNSUPPORTED_OPERATION,
          "The task is over: " + task.state().word() + ". Get it instead.");
    }
    return live.subscribe(Until.TERMINAL);
  }

  void endReaders() {
    tasks.endReaders();
  }
}
