package bub.agent.tool;

import bub.client.BusClient;
import bub.client.CurrentCause;
import bub.client.NoAnswer;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.SendResult;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.ServiceResponse;
import bub.protocol.lobby.Services;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Access to the lobby over the bus. Calls block. */
public final class LobbyAccess {
  private static final Address LOBBY = new Address("system:lobby");

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final BusClient client;

  public LobbyAccess(BusClient client) {
    this.client = client;
  }

  /** Thrown with a message for the model. */
  static final class Closed extends Exception {
    private static final long serialVersionUID = 1L;

    Closed(String message) {
      super(message);
    }
  }

  Services discover(Discovery discovery) throws Closed, InterruptedException {
    Ack ack = askSoon(LobbyTypes.DISCOVER, discovery);
    if (!ack.success()) {
      throw new Closed(ack.message());
    }
    try {
      return Services.read(ack.payload());
    } catch (InvalidField odd) {
      throw new Closed("the lobby's answer could not be read: " + odd.getMessage());
    }
  }

  /** {@code provider} is an address or {@link ServiceCall#ANY}. */
  ToolResult call(String provider, String capability, RawJson input) throws InterruptedException {
    JsonValue request =
        out ->
            out.extended(
                input.fields().without("agent_id").fields().without(ServiceCall.CAPABILITY_NAME),
                more ->
                    more.field("agent_id", provider)
                        .field(ServiceCall.CAPABILITY_NAME, capability));
    try {
      Ack ack = ask(LobbyTypes.REQUEST, request);
      return new ToolResult(ack.success(), words(ack));
    } catch (Closed closed) {
      return ToolResult.failed(String.valueOf(closed.getMessage()));
    }
  }

  private static String words(Ack ack) {
    try {
      // The whole answer: after a contract violation, a model can correct its input.
      return ServiceResponse.read(ack.payload()).payload().toString();
    } catch (InvalidField lobbysOwn) {
      return ack.message();
    }
  }

  /** Short timeout: every turn starts with a request, and a lobby that hangs must not block it. */
  private Ack askSoon(String type, JsonValue content) throws Closed, InterruptedException {
    var task = new FutureTask<>(CurrentCause.captureCall(() -> ask(type, content)));
    Thread.ofVirtual().name("lobby").start(task);
    try {
      return task.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new Closed("the lobby does not answer");
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof Closed closed
          ? closed
          : new Closed("the request to the lobby failed: " + failed.getCause());
    } finally {
      task.cancel(true);
    }
  }

  private Ack ask(String type, JsonValue content) throws Closed, InterruptedException {
    try {
      SendResult result =
          client.send(
              LOBBY,
              out -> out.beginObject().field("type", type).field("content", content).endObject());
      if (result.acks().isEmpty()) {
        throw new Closed("this bus has no lobby");
      }
      return result.acks().getFirst();
    } catch (RpcException refused) {
      throw new Closed(RefusedSend.words("request", refused));
    } catch (NoAnswer lost) {
      throw new Closed("the lobby did not answer: " + lost.getMessage());
    }
  }
}
