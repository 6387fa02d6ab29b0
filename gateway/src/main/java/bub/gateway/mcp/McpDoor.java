package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.lobby.LobbyClient;
import bub.gateway.caller.Caller;
import bub.gateway.caller.CallerCheck;
import bub.gateway.caller.CallerSlots;
import bub.gateway.chat.AgentChats;
import bub.gateway.chat.AgentRoster;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.mcp.ToolCallServer.Client;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** MCP over Streamable HTTP, in its revisions with and without sessions. Safe for any thread. */
public final class McpDoor implements HttpMount {
  private static final String PATH = "/mcp";
  private static final String METADATA = "/.well-known/oauth-protected-resource";
  private static final String SESSION = "Mcp-Session-Id";
  private static final String CLIENT_PREFIX = "mcp:";
  private static final int MAX_BODY = 1 << 20;
  private static final int ID_BYTES = 8;
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(15);

  private final CallerCheck callers;
  private final ToolCallServer tools;
  private final ToolListWatch changes;
  private final McpSessions sessions;
  private final CallerSlots streams = new CallerSlots("open MCP streams", 256, 64);
  private final Set<NoticeStream> open = ConcurrentHashMap.newKeySet();
  private final Codec codec = Codec.standard();

  McpDoor(CallerCheck callers, ToolCallServer tools, ToolListWatch changes, McpSessions sessions) {
    this.callers = callers;
    this.tools = tools;
    this.changes = changes;
    this.sessions = sessions;
  }

  /** Assembles the door; {@code lobby} belongs to {@code client}. */
  public static McpDoor open(
      BusClient client,
      LobbyClient lobby,
      CallerCheck callers,
      AgentChats chats,
      AgentRoster agents,
      McpInboxes inboxes,
      ClientEnvironment environment) {
    var caller = new LobbyCaller(callers.links(), environment);
    var catalog = new CapabilityCatalog(lobby, System::nanoTime);
    List<McpTool> builtIn = new BuiltInTools(client, chats, agents, inboxes, caller).tools();
    return new McpDoor(
        callers,
        new ToolCallServer(new ToolList(catalog, builtIn, caller)),
        new ToolListWatch(catalog, environment.time()),
        new McpSessions(System::nanoTime));
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
            "WWW-Authenticate", "Bearer resource_metadata=\"" + url(call, METADATA + PATH) + "\"")
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
      case "GET" -> listen(caller, call);
      case "DELETE" -> {
        sessions.end(session(caller, call));
        call.answer(HttpReply.empty(204));
      }
      default -> call.answer(HttpReply.empty(405).with("Allow", "GET, POST, DELETE"));
    }
  }

  /** Says that this server wants tokens of the bus, which no authorization server issues. */
  private static byte[] metadata(MountedCall call) {
    JsonWriter out = new JsonWriter().beginObject().field("resource", url(call, PATH));
    out.name("authorization_servers").beginArray().endArray();
    out.name("bearer_methods_supported").beginArray().value("header").endArray();
    out.field("resource_name", "bub: create a token with bub token create");
    return out.endObject().toByteArray();
  }

  /** The console has checked the host. */
  private static String url(MountedCall call, String path) {
    return "http://" + call.header("Host") + path;
  }

  private void post(Caller caller, MountedCall call) throws Exception {
    requireAccept(call, "application/json");
    requireAccept(call, "text/event-stream");
    switch (call.readBody(MAX_BODY, codec::decode)) {
      case Message.Request request -> request(caller, request, call);
      case Message.Notification notice -> {
        take(caller, notice, call);
        call.answer(HttpReply.empty(202));
      }
      // The door asks its clients nothing, so this answers nothing.
      case Message.Response _, Message.Failure _, Incoming.MalformedAnswer _ ->
          call.answer(HttpReply.empty(202));
      case Incoming.Malformed(RequestId id, RpcError error) -> fail(id, error, 400, call);
      case Incoming.Batch _ ->
          fail(RequestId.NULL, RpcError.invalidRequest("MCP has no batches"), 400, call);
    }
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

  private void take(Caller caller, Message.Notification notice, MountedCall call) {
    String id = call.header(SESSION);
    McpSession session = id == null ? null : sessions.find(id, caller);
    JsonValue params = notice.params();
    if (session == null || params == null || !notice.method().equals("notifications/cancelled")) {
      return;
    }
    RawJson request = params.toRaw().isObject() ? params.toRaw().fields().find("requestId") : null;
    if (request != null && (request.isString() || request.isInteger())) {
      session.cancel(new RequestId(request));
    }
  }

  private void request(Caller caller, Message.Request request, MountedCall call) throws Exception {
    boolean isStateless = StatelessEnvelope.isIn(call, request);
    try {
      if (isStateless) {
        alone(caller, request, call);
      } else {
        inSession(caller, request, call);
      }
    } catch (RpcException refused) {
      int status = isStateless ? McpErrors.status(refused.error()) : 200;
      fail(request.id(), refused.error(), status, call);
    } catch (InvalidField odd) {
      RpcError error = RpcError.invalidParams(String.valueOf(odd.getMessage()));
      fail(request.id(), error, isStateless ? 400 : 200, call);
    }
  }

  private void inSession(Caller caller, Message.Request request, MountedCall call)
      throws Exception {
    if (request.method().equals("initialize")) {
      RawJson params = StatelessEnvelope.params(request);
      String version = McpVersions.agreed(params.fields().string("protocolVersion"));
      McpSession session = sessions.open(caller, id -> inbox(caller, id));
      byte[] body =
          new Message.Response(request.id(), McpResults.initialized(version)).toRaw().toByteArray();
      call.answer(HttpReply.json(200, body).with(SESSION, session.id()));
      return;
    }
    McpSession session = session(caller, call);
    var client = new Client(caller, session.inbox(), session);
    var reply = new McpReplyStream(call);
    switch (request.method()) {
      case "ping" -> reply.end(response(request, RawJson.EMPTY_OBJECT), 200);
      case "tools/list" ->
          reply.end(response(request, tools.list(client, StatelessEnvelope.params(request))), 200);
      case "tools/call" -> tools.call(client, request, reply);
      default -> throw new RpcException(RpcError.methodNotFound(request.method()));
    }
  }

  private McpSession session(Caller caller, MountedCall call) throws HttpRefusal {
    String version = call.header(StatelessEnvelope.VERSION_HEADER);
    if (version != null && !McpVersions.WITH_SESSIONS.contains(version)) {
      throw new HttpRefusal(
          400, "unsupported_version", "This server does not speak MCP " + version + ".");
    }
    String id = call.header(SESSION);
    if (id == null) {
      throw new HttpRefusal(400, "invalid", "The header " + SESSION + " is missing.");
    }
    McpSession session = sessions.find(id, caller);
    if (session == null) {
      throw new HttpRefusal(404, "session_ended", "The session has ended. Initialize again.");
    }
    return session;
  }

  private void alone(Caller caller, Message.Request request, MountedCall call) throws Exception {
    StatelessEnvelope envelope = StatelessEnvelope.read(call, request);
    var client = new Client(caller, inbox(caller, envelope.clientName()), null);
    var reply = new McpReplyStream(call);
    switch (request.method()) {
      case "server/discover" -> reply.end(response(request, McpResults.discovered()), 200);
      case "tools/list" ->
          reply.end(response(request, tools.list(client, StatelessEnvelope.params(request))), 200);
      case "tools/call" -> tools.call(client, request, reply);
      case "subscriptions/listen" -> subscribe(caller, request, reply);
      default -> throw new RpcException(RpcError.methodNotFound(request.method()));
    }
  }

  private static Message response(Message.Request request, RawJson result) {
    return new Message.Response(request.id(), result);
  }

  /** A principal of an MCP client has its inbox at its own address. */
  private static Address inbox(Caller caller, String client) {
    if (caller.id().value().startsWith(CLIENT_PREFIX)) {
      return caller.id();
    }
    try {
      byte[] key = (caller.id() + "\0" + client).getBytes(UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(key);
      return new Address(CLIENT_PREFIX + HexFormat.of().formatHex(hash, 0, ID_BYTES));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private void listen(Caller caller, MountedCall call) throws Exception {
    requireAccept(call, "text/event-stream");
    McpSession session = session(caller, call);
    var stream = new NoticeStream();
    Runnable listener = stream::changed;
    try (CallerSlots.Slot _ = streams.take(caller.id())) {
      session.listen(stream);
      changes.add(listener);
      forward(stream, new McpReplyStream(call), null);
    } finally {
      changes.remove(listener);
      session.left(stream);
    }
  }

  private void subscribe(Caller caller, Message.Request request, McpReplyStream reply)
      throws Exception {
    RawJson wanted = StatelessEnvelope.params(request).fields().object("notifications");
    boolean wantsTools = wanted.fields().bool("toolsListChanged", false);
    JsonValue meta =
        out ->
            out.beginObject()
                .field("io.modelcontextprotocol/subscriptionId", request.id())
                .endObject();
    var stream = new NoticeStream();
    Runnable listener = stream::changed;
    try (CallerSlots.Slot _ = streams.take(caller.id())) {
      if (wantsTools) {
        changes.add(listener);
      }
      reply.notice(
          "notifications/subscriptions/acknowledged",
          out -> {
            out.beginObject().field("_meta", meta).name("notifications").beginObject();
            if (wantsTools) {
              out.field("toolsListChanged", true);
            }
            out.endObject().endObject();
          });
      forward(stream, reply, meta);
      JsonValue end =
          out -> out.beginObject().field("resultType", "complete").field("_meta", meta).endObject();
      reply.end(new Message.Response(request.id(), end), 200);
    } finally {
      changes.remove(listener);
    }
  }

  /** Returns when the stream ends; fails when the client is gone. */
  private void forward(NoticeStream stream, McpReplyStream reply, @Nullable JsonValue meta)
      throws IOException, InterruptedException {
    open.add(stream);
    try {
      reply.keepAlive();
      while (true) {
        switch (stream.next(SIGN_OF_LIFE)) {
          case CHANGED ->
              reply.notice(
                  "notifications/tools/list_changed",
                  meta == null ? null : out -> out.beginObject().field("_meta", meta).endObject());
          case NOTHING -> reply.keepAlive();
          case ENDED -> {
            return;
          }
        }
      }
    } finally {
      open.remove(stream);
    }
  }

  @Override
  public void endCalls() {
    open.forEach(NoticeStream::end);
    tools.cancelAll();
  }
}
