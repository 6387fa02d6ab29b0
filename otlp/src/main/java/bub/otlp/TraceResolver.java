package bub.otlp;

import bub.protocol.MessageId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finder of the trace of each message. The log may show a message before its cause, for example
 * when an agent asks another one while it answers. Such a message waits a moment for its cause. One
 * thread at a time.
 */
final class TraceResolver {
  static final int MAX_KNOWN = 20_000;
  static final int MAX_WAITING = 2_000;
  static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final Consumer<MessageToExport> placed;
  private final SequencedMap<String, MessageToExport> known = new LinkedHashMap<>();
  private final SequencedMap<MessageToExport, Long> waitingSince = new LinkedHashMap<>();
  private final Map<String, Set<MessageToExport>> waitingFor = new HashMap<>();

  TraceResolver(Consumer<MessageToExport> placed) {
    this.placed = placed;
  }

  void begin(MessageToExport message, long nanoTime) {
    MessageToExport before = known.remove(message.id().value());
    if (before != null && before.from().equals(message.from())) {
      message.repeats(before);
    }
    known.putLast(message.id().value(), message);
    if (known.size() > MAX_KNOWN) {
      known.pollFirstEntry();
    }
    MessageId cause = message.cause();
    SpanPlace place = cause == null ? message.placeByItself() : placeByCause(message, cause);
    if (place != null) {
      put(message, place);
    } else if (cause != null) {
      await(message, cause, nanoTime);
    }
  }

  private @Nullable SpanPlace placeByCause(MessageToExport message, MessageId id) {
    MessageToExport cause = known.get(id.value());
    SpanPlace place = cause == null ? null : cause.place();
    return cause != null && place != null && cause.concerns(message.from())
        ? SpanPlace.under(place.trace(), cause.spanOfFirstAttempt())
        : null;
  }

  private void await(MessageToExport message, MessageId cause, long nanoTime) {
    waitingSince.putLast(message, nanoTime);
    waitingFor.computeIfAbsent(cause.value(), _ -> new LinkedHashSet<>()).add(message);
    if (waitingSince.size() > MAX_WAITING) {
      giveUpOldest();
    }
  }

  private void put(MessageToExport message, SpanPlace place) {
    message.place(place);
    placed.accept(message);
    settleResultsOf(message);
  }

  /** Places messages that waited for this one, then those that waited for them. */
  void settleResultsOf(MessageToExport message) {
    if (waitingFor.isEmpty()) {
      return;
    }
    Deque<MessageToExport> causes = new ArrayDeque<>(List.of(message));
    while (!causes.isEmpty()) {
      MessageId cause = causes.removeFirst().id();
      for (MessageToExport result : List.copyOf(waitingFor.getOrDefault(cause.value(), Set.of()))) {
        SpanPlace place = placeByCause(result, cause);
        if (place != null) {
          stopWaiting(result);
          result.place(place);
          placed.accept(result);
          causes.addLast(result);
        }
      }
    }
  }

  /** Places messages whose cause has not come in time. */
  void expire(long nanoTime) {
    while (!waitingSince.isEmpty()
        && nanoTime - waitingSince.sequencedValues().getFirst() >= MAX_WAIT.toNanos()) {
      giveUpOldest();
    }
  }

  void giveUpAll() {
    while (!waitingSince.isEmpty()) {
      giveUpOldest();
    }
  }

  private void giveUpOldest() {
    MessageToExport oldest = waitingSince.sequencedKeySet().getFirst();
    stopWaiting(oldest);
    put(oldest, oldest.placeByItself());
  }

  private void stopWaiting(MessageToExport message) {
    waitingSince.remove(message);
    String cause = String.valueOf(message.cause());
    Set<MessageToExport> others = waitingFor.get(cause);
    if (others != null && others.remove(message) && others.isEmpty()) {
      waitingFor.remove(cause);
    }
  }

  int known() {
    return known.size();
  }

  int waiting() {
    return waitingSince.size();
  }
}
