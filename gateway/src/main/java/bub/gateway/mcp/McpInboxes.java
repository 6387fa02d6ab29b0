package bub.gateway.mcp;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Messages for MCP clients, until they ask for them. The client that has used its inbox least
 * recently loses it when there are too many. Safe for any thread.
 */
public final class McpInboxes {
  /** Addresses of all MCP clients. */
  public static final Pattern ADDRESSES = Pattern.of("mcp:*");

  static final int MOST_INBOXES = 1_000;
  static final int MOST_MESSAGES = 100;
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_AT_ONCE = 20;
  private static final int RETRY_SECONDS = 5;
  private static final String PREFIX = "mcp:";

  private static final class WaitingMessages {
    private final Queue<Envelope> messages = new ArrayDeque<>();
    private long bytes;
  }

  // Guarded by this.
  private final Map<Address, WaitingMessages> inboxes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Address, WaitingMessages> eldest) {
          return size() > MOST_INBOXES;
        }
      };

  public static boolean isForClient(Envelope envelope) {
    return envelope.to().value().startsWith(PREFIX);
  }

  /** From now on, messages to this address wait for the client. */
  synchronized void open(Address inbox) {
    inboxes.computeIfAbsent(inbox, _ -> new WaitingMessages());
  }

  synchronized int size() {
    return inboxes.size();
  }

  public synchronized Ack handle(Envelope envelope) {
    WaitingMessages waiting = inboxes.get(envelope.to());
    if (waiting == null) {
      return Ack.failed("no MCP client listens at " + envelope.to());
    }
    int size = envelope.payload().length();
    if (waiting.messages.size() >= MOST_MESSAGES || waiting.bytes + size > MOST_BYTES) {
      return Ack.retryIn(RETRY_SECONDS, "the inbox of " + envelope.to() + " is full");
    }
    waiting.messages.add(
        new Envelope(
            envelope.from(), envelope.to(), envelope.messageId(), envelope.payload().detached()));
    waiting.bytes += size;
    notifyAll();
    return Ack.ok("in the inbox");
  }

  /** Returns waiting messages, or none after a timeout. */
  synchronized List<Envelope> take(Address inbox, Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (true) {
      WaitingMessages waiting = inboxes.computeIfAbsent(inbox, _ -> new WaitingMessages());
      if (!waiting.messages.isEmpty()) {
        var taken = new ArrayList<Envelope>();
        while (!waiting.messages.isEmpty() && taken.size() < MOST_AT_ONCE) {
          Envelope message = waiting.messages.remove();
          waiting.bytes -= message.payload().length();
          taken.add(message);
        }
        return taken;
      }
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return List.of();
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
