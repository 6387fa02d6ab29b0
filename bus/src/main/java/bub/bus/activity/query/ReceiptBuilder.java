package bub.bus.activity.query;

import bub.bus.activity.event.EventKind;
import bub.protocol.ActivityRow;
import bub.protocol.MessageId;
import bub.protocol.Receipt;
import bub.protocol.Receipt.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builder of the receipt of a message from its rows. */
public final class ReceiptBuilder {
  private ReceiptBuilder() {}

  /**
   * Returns the receipt of the newest attempt; null without rows. The rows of each node are oldest
   * first. The node that accepted the message knows its outcome, and every node its own deliveries.
   */
  public static @Nullable Receipt from(MessageId messageId, List<ActivityRow> rows) {
    int newest = newestStart(rows);
    String home = newest < 0 ? null : rows.get(newest).node();
    if (home == null) {
      return fromOneNode(messageId, rows);
    }
    ActivityRow start = rows.get(newest);
    Receipt receipt =
        fromOneNode(messageId, rows.stream().filter(row -> home.equals(row.node())).toList());
    if (receipt == null) {
      return null;
    }
    var deliveries = new ArrayList<>(receipt.deliveries());
    boolean isOnly = rows.stream().filter(row -> is(EventKind.SEND_START, row)).count() == 1;
    List<ActivityRow> elsewhere =
        rows.stream()
            .filter(row -> !home.equals(row.node()))
            // Clocks of nodes differ, so do not compare times unless there was an earlier attempt.
            .filter(row -> isOnly || row.ts().compareTo(start.ts()) >= 0)
            .toList();
    deliveries.addAll(deliveries(elsewhere, null));
    return receipt.with(List.copyOf(deliveries));
  }

  private static @Nullable Receipt fromOneNode(MessageId messageId, List<ActivityRow> rows) {
    if (rows.isEmpty()) {
      return null;
    }
    int from = newestStart(rows);
    List<ActivityRow> attempt = rows.subList(Math.max(0, from), rows.size());
    ActivityRow start = from < 0 ? null : attempt.getFirst();
    ActivityRow finish = finishOf(start, attempt);
    return new Receipt(
        messageId,
        start != null ? start.actor() : finish == null ? null : finish.actor(),
        attempt.getFirst().to(),
        finish == null || finish.status() == null ? Receipt.PENDING : finish.status(),
        start == null ? null : start.ts(),
        finish == null ? null : finish.ts(),
        deliveries(attempt, start));
  }

  private static int newestStart(List<ActivityRow> rows) {
    for (int i = rows.size() - 1; i >= 0; i--) {
      if (is(EventKind.SEND_START, rows.get(i))) {
        return i;
      }
    }
    return -1; // the start was deleted or lost
  }

  /** An earlier attempt may end later, but belongs to another call. */
  private static @Nullable ActivityRow finishOf(
      @Nullable ActivityRow start, List<ActivityRow> attempt) {
    for (ActivityRow row : attempt) {
      boolean isSameCall =
          start == null
              || Objects.equals(start.rpcId(), row.rpcId())
                  && Objects.equals(start.actor(), row.actor());
      if (is(EventKind.SEND_FINISH, row) && isSameCall) {
        return row;
      }
    }
    return null;
  }

  private static List<Delivery> deliveries(List<ActivityRow> attempt, @Nullable ActivityRow start) {
    Map<String, Delivery> byCall = new LinkedHashMap<>();
    for (ActivityRow row : attempt) {
      String recipient = String.valueOf(row.actor());
      // Call ids are per connection: two recipients may have the same number.
      String call = recipient + " " + row.rpcId() + " " + row.node();
      if (is(EventKind.PROCESS_START, row)) {
        byCall.put(
            call, new Delivery(recipient, Receipt.PENDING, row.ts(), null, null, row.node()));
      } else if (is(EventKind.PROCESS_FINISH, row) && (byCall.containsKey(call) || start == null)) {
        Delivery begun = byCall.get(call);
        String status = String.valueOf(row.status());
        String startedAt = begun == null ? null : begun.startedAt();
        byCall.put(
            call, new Delivery(recipient, status, startedAt, row.ts(), row.payload(), row.node()));
      }
    }
    return List.copyOf(byCall.values());
  }

  private static boolean is(EventKind kind, ActivityRow row) {
    return kind.word().equals(row.event());
  }
}
