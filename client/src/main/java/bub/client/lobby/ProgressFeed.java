package bub.client.lobby;

import bub.client.CurrentCause;
import bub.json.RawJson;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Progress of one call on its way to a listener, in order, on one virtual thread. */
final class ProgressFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProgressFeed.class);
  private static final int MAX_WAITING = 1_024;
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final Consumer<RawJson> listener;
  // An empty value ends the feed.
  private final BlockingQueue<Optional<RawJson>> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private final Thread thread =
      Thread.ofVirtual().name("progress").unstarted(CurrentCause.capture(this::run));

  private ProgressFeed(Consumer<RawJson> listener) {
    this.listener = listener;
  }

  static ProgressFeed start(Consumer<RawJson> listener) {
    var feed = new ProgressFeed(listener);
    feed.thread.start();
    return feed;
  }

  /** False when the listener is too slow. */
  boolean offer(RawJson news) {
    return waiting.offer(Optional.of(news));
  }

  private void run() {
    try {
      while (true) {
        Optional<RawJson> next = waiting.take();
        if (next.isEmpty()) {
          return;
        }
        report(next.get());
      }
    } catch (InterruptedException ended) {
      // Nobody waits for the rest.
    }
  }

  private void report(RawJson news) {
    try {
      listener.accept(news);
    } catch (RuntimeException thrown) {
      LOG.error("A progress listener failed", thrown);
    }
  }

  /** Waits a moment for a slow listener, then gives up the rest. */
  @Override
  public void close() {
    boolean ends = waiting.offer(Optional.empty());
    try {
      if (!ends || !thread.join(FAREWELL)) {
        thread.interrupt();
      }
    } catch (InterruptedException hurried) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
