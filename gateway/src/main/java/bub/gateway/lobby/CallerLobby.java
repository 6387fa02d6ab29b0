package bub.gateway.lobby;

import bub.channel.http.HttpRefusal;
import bub.client.ClientEnvironment;
import bub.gateway.caller.Caller;
import bub.gateway.caller.PrincipalLink;
import bub.gateway.caller.PrincipalLinks;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lobby that a caller uses as its own principal. Safe for any thread. */
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
   * Sends one order and waits; an interrupt stops the call.
   *
   * @param progress gets the lobby's messages about the open call, on any thread
   */
  public AckedOrder ask(Caller caller, String type, RawJson content, Consumer<Envelope> progress)
      throws HttpRefusal, InterruptedException {
    LobbyCall call = start(links.open(caller.token()), caller.id(), type, content, progress);
    try {
      return call.answer().get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof HttpRefusal refused) {
        throw refused;
      }
      throw new IllegalStateException(failed);
    } catch (InterruptedException cancelled) {
      call.stop().run();
      throw cancelled;
    }
  }

  /** Sends one order without blocking. Returns null when the caller has no open link. */
  public @Nullable LobbyCall start(
      Caller caller, String type, RawJson content, Consumer<Envelope> progress) {
    PrincipalLink link = links.find(caller.token());
    return link == null ? null : start(link, caller.id(), type, content, progress);
  }

  /** True when {@link #start} would send an order of this caller. */
  public boolean canStart(Caller caller) {
    return links.find(caller.token()) != null;
  }

  private LobbyCall start(
      PrincipalLink link,
      Address caller,
      String type,
      RawJson content,
      Consumer<Envelope> progress) {
    MessageId id = environment.messageIds().get();
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    var answer = new CompletableFuture<AckedOrder>();
    link.listeners().add(id, progress);
    link.call(
        Methods.SEND_MESSAGE,
        new Envelope(caller, LOBBY, id, payload.toRaw()),
        LONGEST,
        reply -> {
          link.listeners().remove(id);
          complete(id, answer, reply);
        });
    return new LobbyCall(answer, () -> stop(link, caller, id));
  }

  private static void complete(MessageId id, CompletableFuture<AckedOrder> answer, Reply reply) {
    try {
      answer.complete(
          switch (reply) {
            case Reply.Answered(RawJson result) -> new AckedOrder(id, onlyAck(result));
            case Reply.Rejected(RpcError error) ->
                throw new HttpRefusal(400, "refused", error.message());
            case Reply.Garbled _, Reply.Busy _, Reply.TimedOut _, Reply.Disconnected _ ->
                throw new HttpRefusal(503, "unavailable", "The lobby: " + reply.problem() + ".");
          });
    } catch (HttpRefusal refused) {
      answer.completeExceptionally(refused);
    } catch (InvalidField odd) {
      answer.completeExceptionally(
          new HttpRefusal(502, "unavailable", "The lobby: " + odd.getMessage() + "."));
    }
  }

  private static Ack onlyAck(RawJson result) throws HttpRefusal {
    List<Ack> acks = SendResult.read(result).acks();
    if (acks.isEmpty()) {
      throw new HttpRefusal(503, "unavailable", "This bus has no lobby.");
    }
    return acks.getFirst();
  }

  /** The provider may finish its work all the same; its answer is dropped then. */
  private void stop(PrincipalLink link, Address caller, MessageId call) {
    var order = new TraceOrder(TraceOrder.Action.STOP, null, call);
    var message =
        new Envelope(caller, TraceOrder.ADDRESS, environment.messageIds().get(), order.toRaw());
    link.call(Methods.SEND_MESSAGE, message, STOP, _ -> {});
  }
}
