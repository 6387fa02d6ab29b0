package bub.gateway.a2a;

import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.gateway.a2a.model.A2aRefusal;
import bub.gateway.a2a.model.ProtoNames;
import bub.gateway.a2a.task.TaskSubscription;
import bub.gateway.caller.Caller;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Codec;
import bub.jsonrpc.Incoming;
import bub.jsonrpc.Message;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Operations as methods of JSON-RPC, at the path of an agent. Safe for any thread. */
final class JsonRpcBinding {
  private static final String SEND = "SendMessage";

  private final A2aOperations operations;
  private final ExtendedCard extendedCard;
  private static final Codec CODEC = Codec.standard();

  /** Card for a caller that is known. */
  interface ExtendedCard {
    RawJson of(A2aPath place, Caller caller, MountedCall call) throws Exception;
  }

  JsonRpcBinding(A2aOperations operations, ExtendedCard extendedCard) {
    this.operations = operations;
    this.extendedCard = extendedCard;
  }

  void answer(Caller caller, A2aPath place, MountedCall call) throws Exception {
    switch (call.readBody(A2aDoor.MAX_BODY, CODEC::decode)) {
      case Message.Request request -> answer(caller, place, request, call);
      case Incoming.Malformed(RequestId id, RpcError error) -> fail(id, error, call);
      case Message.Notification _,
          Message.Response _,
          Message.Failure _,
          Incoming.MalformedAnswer _ ->
          fail(RequestId.NULL, RpcError.invalidRequest("send a request with an id"), call);
      case Incoming.Batch _ ->
          fail(RequestId.NULL, RpcError.invalidRequest("A2A has no batches"), call);
    }
  }

  private void answer(Caller caller, A2aPath place, Message.Request request, MountedCall call)
      throws Exception {
    try {
      A2aDoor.requireVersion(call);
      carryOut(caller, place, request, call);
    } catch (A2aRefusal refused) {
      fail(request.id(), A2aErrorJson.of(refused).rpcError(), call);
    } catch (InvalidField odd) {
      fail(request.id(), A2aErrorJson.of(odd).rpcError(), call);
    } catch (HttpRefusal refused) {
      if (call.isAnswered()) {
        throw refused;
      }
      refuse(request, refused, call);
    }
  }

  private static void refuse(Message.Request request, HttpRefusal refused, MountedCall call) {
    byte[] body = body(new Message.Failure(request.id(), A2aErrorJson.of(refused).rpcError()));
    call.answer(A2aDoor.refusal(refused, HttpReply.json(refused.status(), body)));
  }

  /** Returns null when the request does not send a message. */
  static @Nullable SendCall sendCall(MountedCall call) throws Exception {
    return call.readBody(A2aDoor.MAX_BODY, CODEC::decode) instanceof Message.Request request
            && request.method().equals(SEND)
        ? new SendCall(
            params(request),
            result -> end(request, result, call),
            refusal -> refuse(request, refusal, call))
        : null;
  }

  private void carryOut(Caller caller, A2aPath place, Message.Request request, MountedCall call)
      throws Exception {
    RawJson params = params(request);
    switch (request.method()) {
      case SEND -> end(request, operations.send(caller, place, params), call);
      case "SendStreamingMessage" ->
          stream(request, operations.stream(caller, place, params), call);
      case "GetTask" -> end(request, operations.get(caller, place, params), call);
      case "ListTasks" -> end(request, operations.list(caller, place, params), call);
      case "CancelTask" -> end(request, operations.cancel(caller, place, params), call);
      case "SubscribeToTask" -> stream(request, operations.subscribe(caller, place, params), call);
      case "CreateTaskPushNotificationConfig" ->
          end(request, webhook(caller, place, params).create(), call);
      case "GetTaskPushNotificationConfig" ->
          end(request, webhook(caller, place, params).get(), call);
      case "ListTaskPushNotificationConfigs" ->
          end(request, webhook(caller, place, params).list(), call);
      case "DeleteTaskPushNotificationConfig" ->
          end(request, webhook(caller, place, params).delete(), call);
      case "GetExtendedAgentCard" -> end(request, extendedCard.of(place, caller, call), call);
      default -> fail(request.id(), RpcError.methodNotFound(request.method()), call);
    }
  }

  private PushConfigs.Order webhook(Caller caller, A2aPath place, RawJson params) throws Exception {
    String task = params.fields().string("taskId");
    return operations.webhooks().order(operations.visible(caller, place, task).id(), params);
  }

  private static RawJson params(Message.Request request) {
    JsonValue params = request.params();
    RawJson given = params == null ? RawJson.EMPTY_OBJECT : params.toRaw();
    if (!given.isObject()) {
      throw new InvalidField("params", "must be an object");
    }
    return ProtoNames.camelCase(given);
  }

  private static void stream(Message.Request request, TaskSubscription news, MountedCall call)
      throws IOException, InterruptedException {
    try (news) {
      A2aEventWriter.forward(news, call, event -> new Message.Response(request.id(), event));
    }
  }

  private static void end(Message.Request request, JsonValue result, MountedCall call) {
    call.answer(HttpReply.json(200, body(new Message.Response(request.id(), result))));
  }

  private static void fail(RequestId id, RpcError error, MountedCall call) {
    call.answer(HttpReply.json(200, body(new Message.Failure(id, error))));
  }

  private static byte[] body(Message message) {
    return message.toRaw().toByteArray();
  }
}
