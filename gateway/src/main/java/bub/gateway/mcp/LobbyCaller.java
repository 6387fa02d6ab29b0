package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.gateway.caller.PrincipalLink;
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
import bub.protocol.lobby.InputRequired;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of capabilities as the principal of the caller. Safe for any thread; calls block. */
final class LobbyCaller {
  private static final Address LOBBY = new Address("system:lobby");
  // The lobby answers first: it has the timeout of the capability, and progress restarts that.
  private static final Duration LONGEST = Duration.ofHours(1).plusMinutes(1);
  private static final Duration STOP = Duration.ofSeconds(5);
  private static final List<String> RESERVED =
      List.of(
          "agent_id", ServiceCall.CAPABILITY_NAME, InputRequired.RESPONSES, InputRequired.STATE);

  /** {@code provider} is null when the lobby chooses. */
  record Target(@Nullable Address provider, String capability) {}

  private final BusClient client;
  private final ClientEnvironment environment;

  LobbyCaller(BusClient client, ClientEnvironment environment) {
    this.client = client;
    this.environment = environment;
  }

  /** One call; its ack has the answer of the provider, of whatever kind. */
  Ack call(RequestContext context, Target target, RawJson arguments, InputAnswers answers)
      throws HttpRefusal, InterruptedException {
    JsonWriter content = new JsonWriter();
    content.extended(
        withoutReserved(arguments),
        more -> {
          Address provider = target.provider();
          more.field("agent_id", provider == null ? ServiceCall.ANY : provider.value());
          more.field(ServiceCall.CAPABILITY_NAME, target.capability());
          more.optional(InputRequired.RESPONSES, answers.responses());
          more.optional(InputRequired.STATE, answers.state());
        });
    return ask(context, LobbyTypes.REQUEST, RawJson.trusted(content.toByteArray()));
  }

  private static RawJson withoutReserved(RawJson arguments) {
    RawJson plain = arguments;
    for (String name : RESERVED) {
      plain = plain.fields().without(name);
    }
    return plain;
  }

  RawJson discover(RequestContext context, JsonValue query)
      throws HttpRefusal, InterruptedException {
    Ack ack = ask(context, LobbyTypes.DISCOVER, query.toRaw());
    if (!ack.success()) {
      throw new HttpRefusal(400, "refused", ack.message());
    }
    return ack.payload();
  }

  private Ack ask(RequestContext context, String type, RawJson content)
      throws HttpRefusal, InterruptedException {
    MessageId id = environment.messageIds().get();
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    var question = new Envelope(context.caller().id(), LOBBY, id, payload.toRaw());
    try (PrincipalLink link =
        PrincipalLink.open(
            client, context.caller().token(), news -> ProviderNews.pass(news, context))) {
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
}
