package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.gateway.caller.PrincipalLink;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.SendResult;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Calls of capabilities as the principal of the caller. Safe for any thread; calls block. */
final class LobbyCaller {
  private static final Address LOBBY = new Address("system:lobby");
  // The lobby answers first: it has the timeout of the capability, and progress restarts that.
  private static final Duration LONGEST = Duration.ofHours(1).plusMinutes(1);
  private static final Duration STOP = Duration.ofSeconds(5);

  /** {@code provider} is null when the lobby chooses. */
  record Target(@Nullable Address provider, String capability) {}

  private final BusClient client;
  private final ClientEnvironment environment;

  LobbyCaller(BusClient client, ClientEnvironment environment) {
    this.client = client;
    this.environment = environment;
  }

  ToolOutcome call(ToolCallContext context, Target target, RawJson arguments, boolean keepsStatus)
      throws HttpRefusal, InterruptedException {
    JsonWriter content = new JsonWriter();
    content.extended(
        arguments.fields().without("agent_id").fields().without("capability_name"),
        more -> {
          Address provider = target.provider();
          more.field("agent_id", provider == null ? "any" : provider.value());
          more.field("capability_name", target.capability());
        });
    Ack ack = ask(context, LobbyTypes.REQUEST, RawJson.trusted(content.toByteArray()));
    return ack.success() ? success(ack.payload(), keepsStatus) : failure(ack);
  }

  RawJson discover(ToolCallContext context, JsonValue query)
      throws HttpRefusal, InterruptedException {
    Ack ack = ask(context, LobbyTypes.DISCOVER, query.toRaw());
    if (!ack.success()) {
      throw new HttpRefusal(400, "refused", ack.message());
    }
    return ack.payload();
  }

  private Ack ask(ToolCallContext context, String type, RawJson content)
      throws HttpRefusal, InterruptedException {
    MessageId id = environment.messageIds().get();
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    var question = new Envelope(context.caller().id(), LOBBY, id, payload.toRaw());
    try (PrincipalLink link =
        PrincipalLink.open(
            client, context.caller().token(), news -> context.progress().accept(progress(news)))) {
      try {
        return onlyAck(link.call(Methods.SEND_MESSAGE, question, LONGEST));
      } catch (RpcException refused) {
        throw new HttpRefusal(400, "refused", refused.error().message());
      } catch (CallFailed failed) {
        throw new HttpRefusal(503, "unavailable", String.valueOf(failed.getMessage()));
      } catch (InterruptedException cancelled) {
        stop(link, context.caller().id(), id);
        throw cancelled;
      }
    }
  }

  private static Ack onlyAck(RawJson result) throws HttpRefusal {
    List<Ack> acks = SendResult.read(result).acks();
    if (acks.isEmpty()) {
      throw new HttpRefusal(503, "unavailable", "This bus has no lobby.");
    }
    return acks.getFirst();
  }

  /** Tells the provider, by the bus, that nobody waits any more. */
  private void stop(PrincipalLink link, Address caller, MessageId call)
      throws InterruptedException {
    var order = new TraceOrder(TraceOrder.Action.STOP, null, call);
    var message =
        new Envelope(caller, TraceOrder.ADDRESS, environment.messageIds().get(), order.toRaw());
    try {
      RawJson _ = link.call(Methods.SEND_MESSAGE, message, STOP);
    } catch (RpcException | CallFailed notStopped) {
      // The provider finishes its work, and its answer is dropped.
    }
  }

  private static String progress(Envelope news) {
    try {
      RawJson response = news.payload().fields().object("content").fields().object("response");
      RawJson details = response.fields().without("status");
      RawJson message = details.fields().find("message");
      return message != null && message.isString() ? message.asString() : details.toString();
    } catch (InvalidField odd) {
      return "in progress";
    }
  }

  private static ToolOutcome success(RawJson payload, boolean keepsStatus) {
    return ToolOutcome.output(keepsStatus ? payload : payload.fields().without("status"));
  }

  private static ToolOutcome failure(Ack ack) {
    var response = new ServiceResponse(ServiceResponse.ERROR, ack.payload());
    String error = response.error();
    String text = error == null ? ack.message() : error;
    String violations =
        response.violations().stream()
            .filter(violation -> !violation.path().isEmpty())
            .map(violation -> "\n" + violation.path() + ": " + violation.problem())
            .collect(Collectors.joining());
    return ToolOutcome.error(text + violations);
  }
}
