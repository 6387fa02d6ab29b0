package bub.console.watch;

import bub.console.view.MessageViews.MessageRow;
import bub.protocol.ActivityRow;
import bub.protocol.trace.Causality;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The journey of one message, built from its events in the log. One thread at a time. */
public final class MessageJourney {
  public static final String SEND_START = "send_start";
  public static final String PROCESS_START = "process_start";
  public static final String PROCESS_FINISH = "process_finish";
  public static final String SEND_FINISH = "send_finish";
  private static final String OK = "ok";

  private final ActivityRow start;
  private final PayloadGist gist;
  private final Map<String, String> waiting = new HashMap<>();
  private int recipients;
  private int failed;
  private String status = MessageRow.PENDING;
  private @Nullable Double tookMs;
  private @Nullable String error;

  private MessageJourney(ActivityRow start) {
    this.start = start;
    this.gist = PayloadGist.of(start.payload());
  }

  public static MessageJourney begin(ActivityRow sendStart) {
    return new MessageJourney(sendStart);
  }

  /** Takes the events of one message, oldest first; returns null when none begins there. */
  public static @Nullable MessageJourney last(List<ActivityRow> rows) {
    MessageJourney last = null;
    for (ActivityRow row : startFirst(rows)) {
      if (row.event().equals(SEND_START)) {
        last = new MessageJourney(row);
      } else if (last != null) {
        last.add(row);
      }
    }
    return last;
  }

  /** Other nodes may have a clock that is behind, and then their events come too early. */
  private static List<ActivityRow> startFirst(List<ActivityRow> rows) {
    int start = 0;
    while (start < rows.size() && !rows.get(start).event().equals(SEND_START)) {
      start++;
    }
    if (start == 0 || start == rows.size() || rows.get(start).node() == null) {
      return rows;
    }
    ActivityRow first = rows.get(start);
    var ordered = new ArrayList<ActivityRow>(rows);
    ordered.remove(start);
    ordered.add(0, first);
    return ordered;
  }

  /** Returns null when the journey is absent. */
  public static @Nullable MessageJourney endedBy(ActivityRow end, List<ActivityRow> rows) {
    return last(
        rows.stream()
            .filter(row -> !Objects.equals(row.node(), end.node()) || row.id() <= end.id())
            .toList());
  }

  /** Returns null when the journey is absent. */
  public static @Nullable MessageJourney from(ActivityRow start, List<ActivityRow> rows) {
    MessageJourney wanted = null;
    for (ActivityRow row : startFirst(rows)) {
      if (row.id() == start.id() && Objects.equals(row.node(), start.node())) {
        wanted = new MessageJourney(row);
      } else if (wanted != null && row.event().equals(SEND_START)) {
        // The same message was sent again: another journey.
        return wanted;
      } else if (wanted != null) {
        wanted.add(row);
      }
    }
    return wanted;
  }

  /** Returns the duration of the delivery that the event ends, if any. */
  public @Nullable Double add(ActivityRow row) {
    String actor = String.valueOf(row.actor());
    switch (row.event()) {
      case PROCESS_START -> {
        recipients++;
        waiting.put(actor, row.ts());
      }
      case PROCESS_FINISH -> {
        failed += OK.equals(row.status()) ? 0 : 1;
        String began = waiting.remove(actor);
        return began == null ? null : (Double) millis(began, row.ts());
      }
      case SEND_FINISH -> {
        finish(row);
        return tookMs;
      }
      default -> {}
    }
    return null;
  }

  private void finish(ActivityRow sendFinish) {
    status = String.valueOf(sendFinish.status());
    error = sendFinish.error();
    tookMs = millis(start.ts(), sendFinish.ts());
  }

  /** Uses the bus's clock; returns 0 when it was set back meanwhile. */
  public static double millis(String from, String to) {
    try {
      return Math.max(
          0, Duration.between(Instant.parse(from), Instant.parse(to)).toNanos() / 1_000_000.0);
    } catch (DateTimeException | ArithmeticException odd) {
      return 0;
    }
  }

  public ActivityRow start() {
    return start;
  }

  public PayloadGist gist() {
    return gist;
  }

  String from() {
    return String.valueOf(start.actor());
  }

  String to() {
    return String.valueOf(start.to());
  }

  int recipients() {
    return recipients;
  }

  public boolean isFinished() {
    return !status.equals(MessageRow.PENDING);
  }

  Set<String> waiting() {
    return waiting.keySet();
  }

  public MessageRow row() {
    Causality causality = causality();
    return new MessageRow(
        LogKey.of(start),
        start.messageId(),
        from(),
        to(),
        gist.type(),
        status,
        start.ts(),
        tookMs,
        recipients,
        failed,
        gist.preview(),
        gist.bytes(),
        error,
        BackgroundTraffic.isBegunBy(start),
        causality.cause() == null ? null : causality.cause().value(),
        causality.trace() == null ? null : causality.trace().trace().value(),
        start.node());
  }

  private Causality causality() {
    return start.payload() == null ? Causality.NONE : Causality.read(start.payload());
  }
}
