package bub.client.trace;

import bub.client.trace.LoggedContent.Role;
import bub.protocol.message.ChatMessage;
import bub.protocol.trace.TraceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of many turns, grouped by trace in the way of the bus: a known cause comes first. */
final class TurnGroups {
  private static final Comparator<TurnSummary> NEWEST_FIRST =
      Comparator.comparing(TurnSummary::start).reversed();

  private final Map<TraceId, List<TurnRow>> byTrace = new LinkedHashMap<>();
  private final Map<String, TraceId> traceOfMessage = new HashMap<>();

  /** Takes rows in the order of their ids. */
  TurnGroups(List<TurnRow> rows) {
    var early = new ArrayList<TurnRow>();
    for (TurnRow row : rows) {
      TraceId trace = row.isStart() ? begin(row) : traceOfMessage.get(row.messageId());
      if (trace != null) {
        add(trace, row);
      } else if (row.node() != null) {
        // The clock of its node is behind that of the sender's node.
        early.add(row);
      }
    }
    for (TurnRow row : early) {
      TraceId trace = traceOfMessage.get(row.messageId());
      if (trace != null) {
        add(trace, row);
      }
    }
  }

  private void add(TraceId trace, TurnRow row) {
    byTrace.computeIfAbsent(trace, _ -> new ArrayList<>()).add(row);
  }

  private @Nullable TraceId begin(TurnRow start) {
    String cause = start.content().cause();
    TraceId known = cause == null ? null : traceOfMessage.get(cause);
    TraceId trace = known == null ? TurnReading.traceOf(start) : known;
    if (trace != null) {
      traceOfMessage.put(start.messageId(), trace);
    }
    return trace;
  }

  List<TurnSummary> summaries(Instant now) {
    var summaries = new ArrayList<TurnSummary>();
    byTrace.forEach(
        (trace, rows) -> {
          if (isTurn(rows)) {
            var builder = new TurnTreeBuilder(trace);
            rows.forEach(builder::add);
            TurnTree tree = builder.build(now);
            if (tree != null) {
              summaries.add(tree.summary());
            }
          }
        });
    summaries.sort(NEWEST_FIRST);
    return summaries;
  }

  /** A single message between programs, or the setup of a chat, is no turn. */
  private static boolean isTurn(List<TurnRow> rows) {
    int messages = 0;
    boolean isLinked = false;
    for (TurnRow row : rows) {
      if (row.isStart()) {
        LoggedContent content = row.content();
        Role role = content.role();
        messages += role == Role.MESSAGE || role == Role.CALL ? 1 : 0;
        isLinked |= content.cause() != null || content.trace() != null;
        isLinked |= ChatMessage.TYPE.equals(content.type());
      }
    }
    return messages > 0 && isLinked;
  }
}
