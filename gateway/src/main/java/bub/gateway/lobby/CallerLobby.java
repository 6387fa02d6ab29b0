package bub.gateway.lobby;

import bub.channel.http.HttpRefusal;
import bub.client.ClientEnvironment;
import bub.gateway.caller.Caller;
import bub.gateway.caller.PrincipalLink;
import bub.gateway.caller.PrincipalLinks;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Lobby that a caller uses as its own principal. Safe for any thread; calls block. */
public final class CallerLobby {
  private static final Address LOBBY = new Address("system:lobby");
  // The lobby answers first: it has the timeout of the capability, and progress restarts that.
  private static final Duration LONGEST = Duration.ofHours(1).plusMinutes(1);
  private static final Duration STOP = Duration.ofSeconds(5);

  private final PrincipalLinks links;
  private final ClientEnvironment environment;

  public CallerLobby(PrincipalLinks links, ClientEnvironment environment) {
    this.links = links;
    this.environment = environment;
  }

  /**
   * Sends one order; an interrupt stops the call.
   *
   * @param progress gets the lobby's messages about the open call, on any thread
   */
  public Ack ask(Caller caller, String type, RawJson content, Consumer<Envelope> progress)
      throws HttpRefusal, InterruptedException {
    MessageId id = environment.messageIds().get();
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    var question = new Envelope(caller.id(), LOBBY, id, payload.toRaw());
    try (PrincipalLink link = links.open(caller.token(), progress)) {
      try {
        return onlyAck(link.call(Methods.SEND_MESSAGE, question, LONGEST));
      } catch (RpcException refused) {
        throw new HttpRefusal(400, "refused", refused.error().message());
      } catch (CallFailed failed) {
        throw new HttpRefusal(503, "unavailable", String.valueOf(failed.getMessage()));
      } catch (InterruptedException cancelled) {
        stop(link, caller.id(), id);
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
