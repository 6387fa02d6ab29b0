package bub.gateway.a2a;

import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.gateway.a2a.JsonRpcBinding.ExtendedCard;
import bub.gateway.a2a.model.ProtoNames;
import bub.gateway.a2a.task.TaskSubscription;
import bub.gateway.caller.Caller;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Operations as HTTP requests, below the path of an agent. Safe for any thread. */
final class HttpJsonBinding {
  static final String SEND = "/message:send";
  private static final String TASKS = "/tasks";
  private static final String WEBHOOKS = "/pushNotificationConfigs";
  private static final List<String> TEXTS =
      List.of("contextId", "status", "pageToken", "statusTimestampAfter");
  private static final List<String> NUMBERS = List.of("pageSize", "historyLength");
  private static final List<String> FLAGS = List.of("includeArtifacts");

  private final A2aOperations operations;
  private final ExtendedCard extendedCard;

  HttpJsonBinding(A2aOperations operations, ExtendedCard extendedCard) {
    this.operations = operations;
    this.extendedCard = extendedCard;
  }

  void answer(Caller caller, A2aPath place, MountedCall call) throws Exception {
    A2aDoor.requireVersion(call);
    String rest = place.rest();
    switch (rest) {
      case SEND -> {
        requireMethod("POST", call);
        end(operations.send(caller, place, body(call)), call);
      }
      case "/message:stream" -> {
        requireMethod("POST", call);
        stream(operations.stream(caller, place, body(call)), call);
      }
      case "/extendedAgentCard" -> {
        requireMethod("GET", call);
        end(extendedCard.of(place, caller, call), call);
      }
      case TASKS -> {
        requireMethod("GET", call);
        end(operations.list(caller, place, query(call, Map.of())), call);
      }
      default -> {
        if (!rest.startsWith(TASKS + "/")) {
          throw notFound(place);
        }
        task(caller, place, rest.substring(TASKS.length() + 1), call);
      }
    }
  }

  private void task(Caller caller, A2aPath place, String rest, MountedCall call) throws Exception {
    int slash = rest.indexOf('/');
    if (slash >= 0) {
      webhook(caller, place, rest.substring(0, slash), rest.substring(slash), call);
      return;
    }
    int colon = rest.lastIndexOf(':');
    String id = colon < 0 ? rest : rest.substring(0, colon);
    String verb = colon < 0 ? "" : rest.substring(colon + 1);
    RawJson params = query(call, Map.of("id", id));
    switch (verb) {
      case "" -> {
        requireMethod("GET", call);
        end(operations.get(caller, place, params), call);
      }
      case "cancel" -> {
        requireMethod("POST", call);
        end(operations.cancel(caller, place, params), call);
      }
      case "subscribe" -> stream(operations.subscribe(caller, place, params), call);
      default -> throw notFound(place);
    }
  }

  private void webhook(Caller caller, A2aPath place, String task, String rest, MountedCall call)
      throws Exception {
    if (!rest.equals(WEBHOOKS) && !rest.startsWith(WEBHOOKS + "/")) {
      throw notFound(place);
    }
    String id = operations.visible(caller, place, task).id();
    if (rest.equals(WEBHOOKS)) {
      switch (call.method()) {
        case "POST" -> end(operations.webhooks().order(id, body(call)).create(), call);
        case "GET" -> end(operations.webhooks().order(id, query(call, Map.of())).list(), call);
        default -> throw wrongMethod("POST or GET", call);
      }
      return;
    }
    String config = rest.substring(WEBHOOKS.length() + 1);
    PushConfigs.Order order = operations.webhooks().order(id, query(call, Map.of("id", config)));
    switch (call.method()) {
      case "GET" -> end(order.get(), call);
      case "DELETE" -> end(order.delete(), call);
      default -> throw wrongMethod("GET or DELETE", call);
    }
  }

  private static HttpRefusal notFound(A2aPath place) {
    return new HttpRefusal(
        404, "not_found", "Read the card at " + place.path() + A2aPath.CARD + ".");
  }

  private static void requireMethod(String method, MountedCall call) throws HttpRefusal {
    if (!call.method().equals(method)) {
      throw wrongMethod(method, call);
    }
  }

  private static HttpRefusal wrongMethod(String allowed, MountedCall call) {
    return new HttpRefusal(405, "invalid", "Use " + allowed + " for " + call.path() + ".");
  }

  static RawJson body(MountedCall call) throws Exception {
    return call.readBody(
        A2aDoor.MAX_BODY,
        bytes -> {
          try {
            RawJson body = RawJson.parse(bytes, RawJson.DEFAULT_DEPTH);
            if (!body.isObject()) {
              throw new InvalidField("body", "must be an object");
            }
            return ProtoNames.camelCase(body);
          } catch (InvalidJson odd) {
            throw new HttpRefusal(400, "invalid", "The body is not JSON: " + odd.getMessage());
          }
        });
  }

  /** Parameters of the query, with their JSON types. */
  private static RawJson query(MountedCall call, Map<String, String> more) {
    JsonWriter out = new JsonWriter().beginObject();
    more.forEach(out::field);
    for (String name : TEXTS) {
      out.optional(name, call.query(name));
    }
    for (String name : NUMBERS) {
      String text = call.query(name);
      if (text != null) {
        out.field(name, number(name, text));
      }
    }
    for (String name : FLAGS) {
      String text = call.query(name);
      if (text != null) {
        out.field(name, flag(name, text));
      }
    }
    return RawJson.trusted(out.endObject().toByteArray());
  }

  private static long number(String name, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException odd) {
      throw new InvalidField(name, "must be an integer");
    }
  }

  private static boolean flag(String name, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new InvalidField(name, "must be true or false");
    }
    return text.equals("true");
  }

  private static void stream(TaskSubscription news, MountedCall call)
      throws IOException, InterruptedException {
    try (news) {
      A2aEventWriter.forward(news, call, event -> event);
    }
  }

  static void end(JsonValue result, MountedCall call) {
    call.answer(A2aDoor.inTypeOf(call, HttpReply.json(200, result.toRaw().toByteArray())));
  }
}
