package bub.gateway.mcp;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.lobby.LobbyClient;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerCheck;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.mcp.store.McpTaskStore;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.ConversationStarters;
import bub.protocol.Envelope;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;

/** MCP over Streamable HTTP, in its revisions with and without sessions. Safe for any thread. */
public final class McpDoor implements HttpMount {
  private static final String PATH = "/mcp";
  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final int MAX_BODY = 1 << 20;

  private final CallerCheck callers;
  private final McpSessionMethods inSession;
  private final McpStatelessMethods stateless;
  private final ResourceUpdates updates;
  private final RequestRunner runner;
  private final McpTasks tasks;
  private final NotificationStreams notifications;
  private final PausedTurns paused;
  private final Codec codec = Codec.standard();

  private McpDoor(
      CallerCheck callers,
      McpSessionMethods inSession,
      McpStatelessMethods stateless,
      ResourceUpdates updates,
      RequestRunner runner,
      McpTasks tasks,
      NotificationStreams notifications,
      PausedTurns paused) {
    this.callers = callers;
    this.inSession = inSession;
    this.stateless = stateless;
    this.updates = updates;
    this.runner = runner;
    this.tasks = tasks;
    this.notifications = notifications;
    this.paused = paused;
  }

  /** Assembles the door; {@code lobby} belongs to {@code client}. */
  public static McpDoor open(
      BusClient client,
      LobbyClient lobby,
      CallerCheck callers,
      AgentChats chats,
      AgentRoster agents,
      ConversationStarters ownStarters,
      McpInboxes inboxes,
      McpTaskStore store,
      ClientEnvironment environment)
      throws InterruptedException {
    var caller = new LobbyCaller(callers.links(), environment);
    var catalog = new CapabilityCatalog(lobby, System::nanoTime, OfferKind::of);
    var starters = new AgentStarters(agents, ownStarters);
    var watch = new CatalogWatch(catalog, starters);
    var calls = new CapabilityCalls(caller, watch);
    var paused = new PausedTurns(environment.time(), chats.timeouts().answer());
    var ask = new AskAgentTool(chats, agents, paused);
    List<McpTool> builtIn = new BuiltInTools(client, ask, inboxes, caller).tools();
    var own = new BubResources(client, callers.links(), environment);
    var resources = new ResourceList(catalog, calls, own);
    var states = new RequestStates(new SecureRandom());
    var runner = new RequestRunner(states, chats.timeouts().answer());
    var tools = new ToolList(catalog, builtIn, calls);
    McpTasks tasks = McpTasks.resume(store, environment.time(), states);
    var prompts = new PromptList(catalog, starters, calls, new ToolNames(Set.of()));
    var methods = new McpMethods(runner, tools, resources, prompts, tasks);
    var sessions = new McpSessions(environment.time(), inboxes);
    var updates =
        new ResourceUpdates(resources, sessions, new OwnResourceWatch(own, environment.time()));
    var notifications = new NotificationStreams(watch);
    return new McpDoor(
        callers,
        new McpSessionMethods(sessions, methods, resources, updates, notifications),
        new McpStatelessMethods(
            methods, new TaskMethods(tasks, tools, runner), resources, updates, notifications),
        updates,
        runner,
        tasks,
        notifications,
        paused);
  }

  @Override
  public List<String> paths() {
    return List.of(PATH, METADATA, METADATA + PATH);
  }

  @Override
  public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
    RpcError error = RpcError.of(code(refusal.status()), refusal.text()).because(refusal.reason());
    byte[] body = new Message.Failure(RequestId.NULL, error).toRaw().toByteArray();
    HttpReply reply = HttpReply.json(refusal.status(), body);
    Duration wait = refusal.retryAfter();
    if (wait != null) {
      reply = reply.with("Retry-After", String.valueOf(Math.max(1, wait.toSeconds())));
    }
    return refusal.status() == 401
        ? reply.with(
            "WWW-Authenticate",
            "Bearer resource_metadata=\"" + call.origin() + METADATA + PATH + "\"")
        : reply;
  }

  private static int code(int status) {
    return status >= 500 ? RpcError.INTERNAL_ERROR : RpcError.INVALID_REQUEST;
  }

  @Override
  public void answer(MountedCall call) throws Exception {
    if (!call.path().equals(PATH)) {
      call.answer(HttpReply.json(200, metadata(call)));
      return;
    }
    Caller caller = callers.identify(call);
    switch (call.method()) {
      case "POST" -> post(caller, call);
      case "GET" -> {
        requireAccept(call, "text/event-stream");
        inSession.listen(caller, call);
      }
      case "DELETE" -> {
        inSession.end(caller, call);
        call.answer(HttpReply.empty(204));
      }
      default -> call.answer(HttpReply.empty(405).with("Allow", "GET, POST, DELETE"));
    }
  }

  /** A call of a tool is the most frequent request by far. */
  @Override
  public boolean answerAtOnce(MountedCall call) throws Exception {
    Caller caller =
        call.path().equals(PATH) && call.method().equals("POST") ? callers.known(call) : null;
    if (caller == null) {
      return false;
    }
    requireAccept(call);
    if (!(call.readBody(MAX_BODY, codec::decode) instanceof Message.Request request)
        || !request.method().equals("tools/call")) {
      return false;
    }
    boolean isStateless = StatelessEnvelope.isIn(call, request);
    return explaining(
        request,
        isStateless,
        call,
        () ->
            isStateless
                ? stateless.callAtOnce(caller, request, call)
                : inSession.callAtOnce(caller, request, call));
  }

  /** An open bus needs no tokens, so nobody issues any. */
  private byte[] metadata(MountedCall call) {
    JsonWriter out = new JsonWriter().beginObject().field("resource", call.origin() + PATH);
    if (callers.isLocked()) {
      out.name("authorization_servers").beginArray().value(call.origin()).endArray();
    }
    out.name("bearer_methods_supported").beginArray().value("header").endArray();
    return out.field("resource_name", "bub").endObject().toByteArray();
  }

  private void post(Caller caller, MountedCall call) throws Exception {
    requireAccept(call);
    switch (call.readBody(MAX_BODY, codec::decode)) {
      case Message.Request request -> request(caller, request, call);
      case Message.Notification notification -> {
        inSession.take(caller, notification, call);
        call.answer(HttpReply.empty(202));
      }
      case Message.Response answer -> {
        inSession.answered(caller, answer.id(), answer, call);
        call.answer(HttpReply.empty(202));
      }
      case Message.Failure answer -> {
        inSession.answered(caller, answer.id(), answer, call);
        call.answer(HttpReply.empty(202));
      }
      case Incoming.MalformedAnswer(RequestId id, String problem) -> {
        var failure = new Message.Failure(id, RpcError.invalidRequest(problem));
        inSession.answered(caller, id, failure, call);
        call.answer(HttpReply.empty(202));
      }
      case Incoming.Malformed(RequestId id, RpcError error) -> fail(id, error, 400, call);
      case Incoming.Batch _ ->
          fail(RequestId.NULL, RpcError.invalidRequest("MCP has no batches"), 400, call);
    }
  }

  private static void requireAccept(MountedCall call) throws HttpRefusal {
    requireAccept(call, HttpReply.JSON);
    requireAccept(call, "text/event-stream");
  }

  private static void requireAccept(MountedCall call, String type) throws HttpRefusal {
    String accept = call.header("Accept");
    String all = accept == null ? "" : accept.toLowerCase(Locale.ROOT);
    if (!all.contains(type) && !all.contains("*/*")) {
      throw new HttpRefusal(406, "invalid", "The header Accept must include " + type + ".");
    }
  }

  private static void fail(RequestId id, RpcError error, int status, MountedCall call)
      throws IOException {
    call.answer(HttpReply.json(status, new Message.Failure(id, error).toRaw().toByteArray()));
  }

  private void request(Caller caller, Message.Request request, MountedCall call) throws Exception {
    boolean isStateless = StatelessEnvelope.isIn(call, request);
    boolean _ =
        explaining(
            request,
            isStateless,
            call,
            () -> {
              if (isStateless) {
                stateless.answer(caller, request, call);
              } else {
                inSession.answer(caller, request, call);
              }
              return true;
            });
  }

  /** Answers errors in the format of the revision; returns true for those, too. */
  private static boolean explaining(
      Message.Request request, boolean isStateless, MountedCall call, Callable<Boolean> work)
      throws Exception {
    try {
      return work.call();
    } catch (RpcException refused) {
      int status = isStateless ? McpErrors.status(refused.error()) : 200;
      fail(request.id(), refused.error(), status, call);
    } catch (InvalidField odd) {
      RpcError error = RpcError.invalidParams(String.valueOf(odd.getMessage()));
      fail(request.id(), error, isStateless ? 400 : 200, call);
    }
    return true;
  }

  /** Takes a message of an agent that is not for a chat. */
  public Ack handle(Envelope envelope) throws InterruptedException {
    return updates.handle(envelope);
  }

  @Override
  public void endCalls() {
    notifications.endAll();
    updates.endAll();
    tasks.stop();
    runner.cancelAll();
    paused.endAll();
    inSession.endAll();
  }
}
