package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.gateway.caller.Caller;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.util.EnumSet;

/** Messages in the revisions with sessions. Safe for any thread; calls block. */
final class McpSessionMethods {
  private static final String SESSION = "Mcp-Session-Id";

  private final McpSessions sessions;
  private final McpMethods methods;
  private final ResourceList resources;
  private final ResourceUpdates updates;
  private final NotificationStreams notifications;

  McpSessionMethods(
      McpSessions sessions,
      McpMethods methods,
      ResourceList resources,
      ResourceUpdates updates,
      NotificationStreams notifications) {
    this.sessions = sessions;
    this.methods = methods;
    this.resources = resources;
    this.updates = updates;
    this.notifications = notifications;
  }

  void answer(Caller caller, Message.Request request, MountedCall call) throws Exception {
    RawJson params = StatelessEnvelope.params(request);
    if (request.method().equals("initialize")) {
      String version = McpVersions.agreed(params.fields().string("protocolVersion"));
      ClientFeatures features = ClientFeatures.of(params.fields().find("capabilities"));
      McpSession session = sessions.open(caller, features, new CallerAddresses(caller)::inbox);
      byte[] body =
          new Message.Response(request.id(), McpResults.initialized(version)).toRaw().toByteArray();
      call.answer(HttpReply.json(200, body).with(SESSION, session.id()));
      return;
    }
    McpSession session = session(caller, call);
    var reply = new McpReplyStream(call);
    switch (request.method()) {
      case "ping" -> end(request, reply);
      case "logging/setLevel" -> {
        McpLogLevel level = McpLogLevel.of(params.fields().string("level"));
        if (level == null) {
          throw new RpcException(RpcError.invalidParams("level: is unknown"));
        }
        session.logLevel(level);
        end(request, reply);
      }
      case "resources/subscribe" -> {
        String uri = params.fields().string("uri");
        McpResource _ = resources.find(caller, uri);
        if (!updates.subscribe(session, caller, uri)) {
          throw new RpcException(
              RpcError.invalidParams(
                  "uri: the limit is " + McpSession.MOST_SUBSCRIPTIONS + " subscriptions"));
        }
        end(request, reply);
      }
      case "resources/unsubscribe" -> {
        updates.unsubscribe(session, params.fields().string("uri"));
        end(request, reply);
      }
      default -> methods.answer(McpRequester.in(session, caller), request, call, reply);
    }
  }

  /** Returns false for a call that needs a thread of its own. Never blocks. */
  boolean callAtOnce(Caller caller, Message.Request request, MountedCall call)
      throws HttpRefusal, RpcException {
    McpRequester client = McpRequester.in(session(caller, call), caller);
    return methods.callAtOnce(client, request, call, new McpReplyStream(call));
  }

  private static void end(Message.Request request, McpReplyStream reply) throws Exception {
    reply.end(new Message.Response(request.id(), RawJson.EMPTY_OBJECT), 200);
  }

  /** A notification without a known session has no effect. */
  void take(Caller caller, Message.Notification notification, MountedCall call) {
    String id = call.header(SESSION);
    McpSession session = id == null ? null : sessions.find(id, caller);
    JsonValue params = notification.params();
    if (session == null
        || params == null
        || !notification.method().equals("notifications/cancelled")) {
      return;
    }
    RawJson request = params.toRaw().isObject() ? params.toRaw().fields().find("requestId") : null;
    if (request != null && (request.isString() || request.isInteger())) {
      session.cancel(new RequestId(request));
    }
  }

  /** Only the client of a session can answer its questions. */
  void answered(Caller caller, RequestId question, Message answer, MountedCall call)
      throws HttpRefusal {
    if (call.header(SESSION) != null) {
      session(caller, call).questions().answered(question, answer);
    }
  }

  void end(Caller caller, MountedCall call) throws HttpRefusal {
    sessions.end(session(caller, call));
  }

  void endAll() {
    sessions.endAll();
  }

  void listen(Caller caller, MountedCall call) throws Exception {
    McpSession session = session(caller, call);
    var stream = new NotificationStream(EnumSet.allOf(OfferKind.class));
    session.listen(stream);
    try {
      notifications.send(caller, stream, new McpReplyStream(call), null);
    } finally {
      session.left(stream);
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
}
