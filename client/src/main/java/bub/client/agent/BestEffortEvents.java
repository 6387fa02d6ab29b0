package bub.client.agent;

import bub.client.BusClient;
import bub.client.CurrentCause;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.AppMessage;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.message.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sender of events whose loss is acceptable. */
public final class BestEffortEvents {
  private static final Logger LOG = LoggerFactory.getLogger(BestEffortEvents.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private static final int MAX_FAILURES = 32;

  private final BusClient client;
  private final Semaphore failures = new Semaphore(MAX_FAILURES);

  public BestEffortEvents(BusClient client) {
    this.client = client;
  }

  /** True when at least one recipient acked the event. */
  public boolean say(Address to, AgentEvent.Kind event, RawJson data) throws InterruptedException {
    return say(to, new AgentEvent(event, data));
  }

  /** For peers of dialects without acks. Returns at once; drops notices above the limit. */
  public void sayFailed(Envelope message, String why) {
    if (!failures.tryAcquire()) {
      return;
    }
    var status = new DeliveryStatus(message.messageId(), DeliveryStatus.Status.FAILED, why);
    Thread.ofVirtual()
        .name("delivery-status")
        .start(CurrentCause.capture(() -> sayAndRelease(message.from(), status)));
  }

  private void sayAndRelease(Address to, DeliveryStatus status) {
    try {
      say(to, status);
    } catch (InterruptedException nobodyDoesThat) {
      Thread.currentThread().interrupt();
    } finally {
      failures.release();
    }
  }

  boolean say(Address to, AppMessage message) throws InterruptedException {
    Envelope envelope =
        client.compose(to, new Payload(message, client.clientId(), Instant.now(), null));
    var heard = new AtomicBoolean();
    Thread sending = Thread.ofVirtual().name("event").start(() -> heard.set(isHeard(envelope)));
    try {
      sending.join(TIMEOUT);
    } finally {
      sending.interrupt();
    }
    return heard.get();
  }

  private boolean isHeard(Envelope envelope) {
    try {
      return client.send(envelope).acks().stream().anyMatch(Ack::success);
    } catch (RpcException | NoAnswer lost) {
      LOG.debug("Lost an event: {}", lost.getMessage());
      return false;
    } catch (InterruptedException tooSlow) {
      return false;
    }
  }
}
