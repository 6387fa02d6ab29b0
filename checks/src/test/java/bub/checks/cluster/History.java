package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.Accepted;
import bub.checks.cluster.HistoryEvent.Answered;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Outcome;
import bub.checks.cluster.HistoryEvent.Stored;
import bub.checks.cluster.HistoryEvent.TookEffect;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Append-only record of all that the peers of a cluster experienced, in order, also in a file. Safe
 * for any thread.
 */
final class History implements AutoCloseable {
  private final List<HistoryEvent> events = new ArrayList<>();
  private final Set<MessageKey> undelivered = new HashSet<>();
  private final Set<MessageKey> withoutEffect = new HashSet<>();
  private final Set<MessageKey> effects = new HashSet<>();
  private final BufferedWriter file;
  private boolean isClosed;

  History(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    this.file = Files.newBufferedWriter(file);
  }

  /** Adds an event that happens now, and returns its time. */
  synchronized long add(LongFunction<HistoryEvent> eventAt) {
    long now = System.nanoTime();
    if (isClosed) {
      return now;
    }
    HistoryEvent event = eventAt.apply(now);
    events.add(event);
    if (event instanceof Stored(long _, MessageKey message, String _)) {
      undelivered.add(message);
      withoutEffect.add(message);
    } else if (event instanceof Answered(long _, MessageKey message, Outcome outcome)
        && outcome == Outcome.DELIVERED) {
      undelivered.remove(message);
    } else if (event instanceof Accepted(long _, MessageKey message, String _)
        && !effects.contains(message)) {
      withoutEffect.add(message);
    } else if (event instanceof TookEffect(long _, MessageKey message, String _)) {
      effects.add(message);
      withoutEffect.remove(message);
    }
    try {
      file.write(event + "\n");
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
    return now;
  }

  synchronized List<HistoryEvent> events() {
    return List.copyOf(events);
  }

  synchronized List<HistoryEvent> eventsSince(int index) {
    return List.copyOf(events.subList(index, events.size()));
  }

  /** Messages that were stored and not delivered yet, or accepted and had no effect yet. */
  synchronized Set<MessageKey> open() {
    var open = new HashSet<>(undelivered);
    open.addAll(withoutEffect);
    return open;
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    file.close();
  }
}
