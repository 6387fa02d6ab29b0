package bub.client;

import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Memory of recent messages that answers duplicates with the first ack. Safe for any thread. */
public final class RecentMessages {
  private static final int MAX_MESSAGES = 10_000;
  private static final int MAX_BYTES = 16 * 1024 * 1024;

  private record Key(Address from, MessageId messageId) {}

  private final int maxMessages;
  private final long maxBytes;
  private final Duration timeout;
  private final Map<Key, CompletableFuture<Ack>> running = new HashMap<>();
  private final LinkedHashMap<Key, Ack> finished = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** {@code maxBytes} counts ack payloads; a duplicate waits {@code timeout} for the first. */
  public RecentMessages(int maxMessages, long maxBytes, Duration timeout) {
    this.maxMessages = maxMessages;
    this.maxBytes = maxBytes;
    this.timeout = timeout;
  }

  public static RecentMessages standard() {
    return new RecentMessages(MAX_MESSAGES, MAX_BYTES, Duration.ofSeconds(30));
  }

  /** Runs {@code handler} for the first message only; a concurrent duplicate waits for its ack. */
  public Ack once(Envelope envelope, Function<Envelope, Ack> handler) throws InterruptedException {
    var key = new Key(envelope.from(), envelope.messageId());
    var mine = new CompletableFuture<Ack>();
    CompletableFuture<Ack> first;
    synchronized (this) {
      Ack known = finished.get(key);
      if (known != null) {
        return known;
      }
      first = running.putIfAbsent(key, mine);
    }
    return first == null ? run(key, mine, envelope, handler) : await(first);
  }

  private Ack run(
      Key key, CompletableFuture<Ack> mine, Envelope envelope, Function<Envelope, Ack> handler) {
    Ack ack = null;
    try {
      ack = handler.apply(envelope);
      return ack;
    } finally {
      finish(key, ack);
      mine.complete(ack == null ? Ack.retryIn(1, "the first attempt failed") : ack);
    }
  }

  private synchronized void finish(Key key, @Nullable Ack ack) {
    running.remove(key);
    // A retryable ack is not remembered, so that the retry reaches the handler.
    if (ack != null && !ack.shouldRetry()) {
      finished.put(key, ack);
      bytes += ack.payload().length();
      var eldest = finished.entrySet().iterator();
      while (finished.size() > maxMessages || bytes > maxBytes) {
        bytes -= eldest.next().getValue().payload().length();
        eldest.remove();
      }
    }
  }

  private Ack await(CompletableFuture<Ack> first) throws InterruptedException {
    try {
      return first.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return Ack.retryIn(1, "still being processed");
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
