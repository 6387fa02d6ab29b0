package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Messages for MCP clients, until they ask for them. An inbox with messages gives up its place only
 * to another one of its caller, or when nobody has used it for a day. Safe for any thread.
 */
public final class McpInboxes {
  /** Addresses of all MCP clients. */
  public static final Pattern ADDRESSES = Pattern.of("mcp:*");

  static final int MOST_INBOXES = 1_000;
  static final int MOST_PER_CALLER = McpSessions.MOST_PER_CALLER;
  static final int MOST_MESSAGES = 100;
  static final int MOST_BYTES = 1 << 20;
  static final long MOST_BYTES_PER_CALLER = 8 << 20;
  static final long MOST_BYTES_IN_TOTAL = 64 << 20;

  /** Time without a reader after which another caller may get the place of an inbox. */
  static final Duration KEPT = Duration.ofHours(24);

  static final Duration EMPTY_KEPT = Duration.ofMinutes(30);
  private static final int MOST_AT_ONCE = 20;
  private static final int RETRY_SECONDS = 5;
  private static final String PREFIX = "mcp:";

  private static final class WaitingMessages {
    private final Address caller;
    private final Queue<Envelope> messages = new ArrayDeque<>();
    private long bytes;
    private int readers;
    private long usedAtNanos;

    private WaitingMessages(Address caller) {
      this.caller = caller;
    }
  }

  private final LongSupplier nanoTime;
  // Guarded by this.
  private final Map<Address, WaitingMessages> inboxes = new HashMap<>();
  private final Map<Address, Long> bytesOfCallers = new HashMap<>();
  private long allBytes;

  public McpInboxes() {
    this(System::nanoTime);
  }

  McpInboxes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  public static boolean isForClient(Envelope envelope) {
    return envelope.to().value().startsWith(PREFIX);
  }

  /** From now on, messages to this address wait for the client. */
  synchronized void open(Address caller, Address inbox) throws HttpRefusal {
    WaitingMessages _ = opened(caller, inbox);
  }

  private WaitingMessages opened(Address caller, Address inbox) throws HttpRefusal {
    WaitingMessages waiting = inboxes.get(inbox);
    if (waiting == null) {
      makeRoom(caller);
      waiting = new WaitingMessages(caller);
      inboxes.put(inbox, waiting);
    }
    waiting.usedAtNanos = nanoTime.getAsLong();
    return waiting;
  }

  /** Empty inboxes go first. Only a forgotten one is of another caller. */
  private void makeRoom(Address caller) throws HttpRefusal {
    Predicate<WaitingMessages> isOwn = waiting -> waiting.caller.equals(caller);
    Predicate<WaitingMessages> isOwnAndEmpty = isOwn.and(waiting -> waiting.messages.isEmpty());
    boolean hasRoom =
        inboxes.values().stream().filter(isOwn).count() < MOST_PER_CALLER
            || closeOldest(isOwnAndEmpty)
            || closeOldest(isOwn);
    if (!hasRoom) {
      throw full("You have " + MOST_PER_CALLER + " inboxes, which is the limit.");
    }
    hasRoom =
        inboxes.size() < MOST_INBOXES
            || closeOldest(isOwnAndEmpty)
            || closeOldest(this::isForgotten)
            || closeOldest(isOwn);
    if (!hasRoom) {
      throw full("There are " + MOST_INBOXES + " inboxes, which is the limit.");
    }
  }

  private boolean isForgotten(WaitingMessages waiting) {
    Duration kept = waiting.messages.isEmpty() ? EMPTY_KEPT : KEPT;
    return idleNanos(waiting) > kept.toNanos();
  }

  private long idleNanos(WaitingMessages waiting) {
    return nanoTime.getAsLong() - waiting.usedAtNanos;
  }

  /** Closes the inbox that was used least recently; returns false when there is none. */
  private boolean closeOldest(Predicate<WaitingMessages> which) {
    Address oldest =
        inboxes.entrySet().stream()
            .filter(entry -> entry.getValue().readers == 0 && which.test(entry.getValue()))
            .max(Comparator.comparingLong(entry -> idleNanos(entry.getValue())))
            .map(Map.Entry::getKey)
            .orElse(null);
    if (oldest != null) {
      close(oldest);
    }
    return oldest != null;
  }

  private static HttpRefusal full(String why) {
    return new HttpRefusal(429, "too_many_inboxes", why, Duration.ofMinutes(1));
  }

  /** Drops the messages of a client that has left. */
  synchronized void close(Address inbox) {
    WaitingMessages waiting = inboxes.remove(inbox);
    if (waiting != null) {
      count(waiting, -waiting.bytes);
      waiting.messages.clear();
    }
  }

  synchronized int size() {
    return inboxes.size();
  }

  public synchronized Ack handle(Envelope envelope) {
    WaitingMessages waiting = inboxes.get(envelope.to());
    if (waiting == null) {
      return Ack.failed("no MCP client listens at " + envelope.to());
    }
    long size = size(envelope);
    if (waiting.messages.size() >= MOST_MESSAGES
        || waiting.bytes + size > MOST_BYTES
        || bytesOf(waiting.caller) + size > MOST_BYTES_PER_CALLER) {
      return Ack.retryIn(RETRY_SECONDS, "the inbox of " + envelope.to() + " is full");
    }
    if (allBytes + size > MOST_BYTES_IN_TOTAL) {
      return Ack.retryIn(RETRY_SECONDS, "the inboxes of all MCP clients are full");
    }
    waiting.messages.add(
        new Envelope(
            envelope.from(), envelope.to(), envelope.messageId(), envelope.payload().detached()));
    count(waiting, size);
    notifyAll();
    return Ack.ok("in the inbox");
  }

  private static long size(Envelope message) {
    return (long) message.payload().length()
        + message.from().value().length()
        + message.messageId().value().length();
  }

  private long bytesOf(Address caller) {
    return bytesOfCallers.getOrDefault(caller, 0L);
  }

  private void count(WaitingMessages waiting, long more) {
    waiting.bytes += more;
    allBytes += more;
    long bytes = bytesOf(waiting.caller) + more;
    if (bytes == 0) {
      bytesOfCallers.remove(waiting.caller);
    } else {
      bytesOfCallers.put(waiting.caller, bytes);
    }
  }

  /** Returns waiting messages, or none after a timeout. */
  synchronized List<Envelope> take(Address caller, Address inbox, Duration atMost)
      throws HttpRefusal, InterruptedException {
    WaitingMessages waiting = opened(caller, inbox);
    waiting.readers++;
    try {
      long deadline = System.nanoTime() + atMost.toNanos();
      for (long left = 1; waiting.messages.isEmpty() && left > 0; ) {
        left = deadline - System.nanoTime();
        if (left > 0) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      }
      return taken(waiting);
    } finally {
      waiting.readers--;
      waiting.usedAtNanos = nanoTime.getAsLong();
    }
  }

  private List<Envelope> taken(WaitingMessages waiting) {
    var taken = new ArrayList<Envelope>();
    while (!waiting.messages.isEmpty() && taken.size() < MOST_AT_ONCE) {
      Envelope message = waiting.messages.remove();
      count(waiting, -size(message));
      taken.add(message);
    }
    return taken;
  }
}
