package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.channel.http.MountedCall;
import bub.gateway.caller.Caller;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Message;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Requests in the revisions without sessions. Safe for any thread; calls block. */
final class McpStatelessMethods {
  private static final String SUBSCRIPTIONS = "resourceSubscriptions";

  private final McpMethods methods;
  private final TaskMethods tasks;
  private final ResourceList resources;
  private final ResourceUpdates updates;
  private final NotificationStreams notifications;

  McpStatelessMethods(
      McpMethods methods,
      TaskMethods tasks,
      ResourceList resources,
      ResourceUpdates updates,
      NotificationStreams notifications) {
    this.methods = methods;
    this.tasks = tasks;
    this.resources = resources;
    this.updates = updates;
    this.notifications = notifications;
  }

  void answer(Caller caller, Message.Request request, MountedCall call) throws Exception {
    McpRequester client = McpRequester.of(StatelessEnvelope.read(call, request), caller);
    var reply = new McpReplyStream(call);
    switch (request.method()) {
      case "server/discover" ->
          reply.end(new Message.Response(request.id(), McpResults.discovered()), 200);
      case "subscriptions/listen" -> subscribe(client, request, reply);
      case String method when TaskMethods.has(method) -> tasks.answer(client, request, reply);
      default -> methods.answer(client, request, call, reply);
    }
  }

  /** Returns false for a call that needs a thread of its own. Never blocks. */
  boolean callAtOnce(Caller caller, Message.Request request, MountedCall call)
      throws HttpRefusal, RpcException {
    McpRequester client = McpRequester.of(StatelessEnvelope.read(call, request), caller);
    return methods.callAtOnce(client, request, call, new McpReplyStream(call));
  }

  private void subscribe(McpRequester client, Message.Request request, McpReplyStream reply)
      throws Exception {
    Fields wanted = StatelessEnvelope.params(request).fields().object("notifications").fields();
    var kinds = EnumSet.noneOf(OfferKind.class);
    for (OfferKind kind : OfferKind.values()) {
      if (wanted.bool(kind.filter(), false)) {
        kinds.add(kind);
      }
    }
    Set<String> uris = uris(client.caller(), wanted);
    JsonValue meta =
        out ->
            out.beginObject()
                .field("io.modelcontextprotocol/subscriptionId", request.id())
                .endObject();
    JsonValue acknowledgement =
        out -> {
          out.beginObject().field("_meta", meta).name("notifications").beginObject();
          kinds.forEach(kind -> out.field(kind.filter(), true));
          if (!uris.isEmpty()) {
            out.name(SUBSCRIPTIONS).beginArray();
            uris.forEach(out::value);
            out.endArray();
          }
          out.endObject().endObject();
        };
    var stream = new NotificationStream(kinds);
    try {
      updates.add(stream, client, uris);
      notifications.send(
          client.caller(),
          stream,
          reply,
          new NotificationStreams.ListenRequest(meta, acknowledgement));
      JsonValue end =
          out -> out.beginObject().field("resultType", "complete").field("_meta", meta).endObject();
      reply.end(new Message.Response(request.id(), end), 200);
    } finally {
      updates.remove(stream);
    }
  }

  private Set<String> uris(Caller caller, Fields wanted) throws Exception {
    var uris = new LinkedHashSet<String>();
    RawJson given = wanted.find(SUBSCRIPTIONS);
    if (given == null) {
      return uris;
    }
    List<RawJson> elements =
        given.isArray() ? given.elements(McpSession.MOST_SUBSCRIPTIONS + 1) : List.of();
    if (!given.isArray()
        || elements.size() > McpSession.MOST_SUBSCRIPTIONS
        || !elements.stream().allMatch(RawJson::isString)) {
      throw new RpcException(
          RpcError.invalidParams(
              SUBSCRIPTIONS
                  + ": must be a list of at most "
                  + McpSession.MOST_SUBSCRIPTIONS
                  + " URIs"));
    }
    for (RawJson uri : elements) {
      McpResource _ = resources.find(caller, uri.asString());
      uris.add(uri.asString());
    }
    return uris;
  }
}
