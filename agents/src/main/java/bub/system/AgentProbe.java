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

/** Probe of an agent with pings; any answer of the agent itself counts, even a refusal. */
final class AgentProbe {
  /** An agent acks it without further effect. */
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

  /** Runs on a virtual thread while {@code isWanted}. */
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
      // The bus itself reports retryable failures: no subscriber, or no answer.
      return result.acks().stream().anyMatch(ack -> ack.success() || !ack.shouldRetry());
    } catch (RpcException | NoAnswer unknown) {
      return false;
    }
  }
}
