package bub.system;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.TimeSource;
import bub.json.JsonValue;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Asks an agent for a sign of life. Any answer of its own will do, a refusal too. */
final class AgentProbe {
  /** The payload's type; an agent acks it and does nothing else. */
  static final String TYPE = "ping";

  private static final JsonValue PING = out -> out.beginObject().field("type", TYPE).endObject();
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final BusClient client;
  private final Address agent;
  private final TimeSource time;

  AgentProbe(BusClient client, Address agent, TimeSource time) {
    this.client = client;
    this.agent = agent;
    this.time = time;
  }

  /** Asks until the agent answers or nobody wants to know any more; on a virtual thread. */
  void start(Duration firstAfter, BooleanSupplier isWanted, Runnable whenAnswered) {
    Thread.ofVirtual()
        .name("probe-" + agent)
        .start(
            () -> {
              try {
                time.sleep(firstAfter);
                while (isWanted.getAsBoolean()
                    && !(client.state() instanceof ClientState.Stopped)) {
                  if (answers()) {
                    whenAnswered.run();
                    return;
                  }
                  time.sleep(PAUSE);
                }
              } catch (InterruptedException nobodyDoesThat) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private boolean answers() throws InterruptedException {
    try {
      SendResult result = client.send(agent, PING);
      // A failure that a retry may mend is the bus's: nobody there, or no answer.
      return result.acks().stream().anyMatch(ack -> ack.success() || !ack.shouldRetry());
    } catch (RpcException | NoAnswer unknown) {
      return false;
    }
  }
}
