package bub.agent;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.Payload;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends events that nobody has to hear, and does not wait long for anybody. */
final class Aside {
  private static final Logger LOG = LoggerFactory.getLogger(Aside.class);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BusClient client;

  Aside(BusClient client) {
    this.client = client;
  }

  /** Whether somebody has heard it. */
  boolean say(Address to, AgentEvent.Kind event, RawJson data) throws InterruptedException {
    Envelope envelope =
        client.compose(to, new Payload(new AgentEvent(event, data), client.clientId(), null, null));
    var heard = new AtomicBoolean();
    Thread sending = Thread.ofVirtual().name("event").start(() -> heard.set(isHeard(envelope)));
    try {
      sending.join(PATIENCE);
    } finally {
      sending.interrupt();
    }
    return heard.get();
  }

  private boolean isHeard(Envelope envelope) {
    try {
      return client.send(envelope).acks().stream().anyMatch(Ack::success);
    } catch (RpcException | NoAnswer lost) {
      LOG.debug("an event is lost: {}", lost.getMessage());
      return false;
    } catch (InterruptedException tooSlow) {
      return false;
    }
  }
}
