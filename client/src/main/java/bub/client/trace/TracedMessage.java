package bub.client.trace;

import bub.client.trace.LoggedContent.Role;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One message of a turn with its deliveries, collected from its rows. One thread only. */
final class TracedMessage {
  static final Comparator<TracedMessage> BY_TIME =
      Comparator.<TracedMessage>comparingLong(message -> message.start)
          .thenComparingLong(message -> message.row);

  /** Time of an event that has not happened. */
  static final long NEVER = Long.MIN_VALUE;

  /** Delivery to one recipient. */
  static final class Delivery {
    final long start;
    long end = NEVER;
    @Nullable String status;
    @Nullable String error;

    Delivery(long start) {
      this.start = start;
    }

    boolean isOk() {
      return end != NEVER && "ok".equals(status);
    }
  }

  final String id;
  final long row;
  final @Nullable String rpcId;
  final @Nullable String from;
  final @Nullable String to;
  final LoggedContent content;
  final long start;
  final Map<String, Delivery> deliveries = new LinkedHashMap<>();
  int attempts = 1;
  long finish = NEVER;
  @Nullable String status;
  @Nullable String error;

  // Links between messages, set by CauseLinks.
  @Nullable TracedMessage cause;
  boolean unlinked;
  int mark;

  private TracedMessage(TurnRow first, @Nullable String from) {
    this.id = first.messageId();
    this.row = first.id();
    this.rpcId = first.rpcId();
    this.from = from;
    this.to = first.to();
    this.content = first.content();
    this.start = first.micros();
  }

  /** Begins with any row: the log may have lost the first one. */
  static TracedMessage begin(TurnRow first) {
    var message = new TracedMessage(first, first.isStart() ? first.actor() : null);
    if (!first.isStart()) {
      message.add(first);
    }
    return message;
  }

  Role role() {
    return content.role();
  }

  boolean isOpen() {
    return finish == NEVER;
  }

  /** True for the same message again, as an outbox sends it until it is acked. */
  boolean isRepeatedBy(TurnRow again) {
    return Objects.equals(from, again.actor())
        && Objects.equals(to, again.to())
        && content.equals(again.content());
  }

  void repeat() {
    attempts++;
    finish = NEVER;
    status = null;
    error = null;
  }

  void add(TurnRow row) {
    // No delivery begins before its message was sent, whatever the clock of another node says.
    long micros = row.node() == null ? row.micros() : Math.max(row.micros(), start);
    switch (row.event()) {
      case TurnRow.PROCESS_START ->
          deliveries.putIfAbsent(String.valueOf(row.actor()), new Delivery(micros));
      case TurnRow.PROCESS_FINISH -> {
        Delivery delivery =
            deliveries.computeIfAbsent(String.valueOf(row.actor()), _ -> new Delivery(micros));
        delivery.end = Math.max(micros, delivery.start);
        delivery.status = row.status();
        delivery.error = row.error();
      }
      case TurnRow.SEND_FINISH -> {
        finish = Math.max(row.micros(), start);
        status = row.status();
        error = row.error() == null ? error : row.error();
      }
      default -> {
        // The lobby notes the reason of a refusal before the message ends.
        if ("refused".equals(row.status()) && row.error() != null) {
          error = row.error();
        }
      }
    }
  }

  long delivered() {
    long first = NEVER;
    for (Delivery delivery : deliveries.values()) {
      first = first == NEVER ? delivery.start : Math.min(first, delivery.start);
    }
    return first;
  }

  boolean isFailed() {
    return !isOpen() && !"ok".equals(status);
  }

  /** Returns the most precise reason that the log has. */
  @Nullable String problem() {
    if (content.problem() != null) {
      return content.problem();
    }
    if (!isFailed()) {
      return null;
    }
    for (Map.Entry<String, Delivery> each : deliveries.entrySet()) {
      Delivery delivery = each.getValue();
      if (delivery.error != null) {
        return each.getKey() + ": " + delivery.error;
      }
    }
    return error == null ? String.valueOf(status).replace('_', ' ') : error;
  }
}
