package bub.client.trace;

import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.LogPosition;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of one turn, read from the log as far as they are there. One thread only. */
public final class TurnReading {
  /** Anybody can name any cause, so a turn may name thousands that the log does not have. */
  static final int MAX_LOOKUPS = 64;

  private final ActivityPages pages;
  private final TraceId trace;
  private final int maxMessages;
  private final TurnTreeBuilder builder;
  private final Set<String> ids = new HashSet<>();
  // Messages that name no trace: usually only the first one, which others name as their cause.
  private final Set<String> untraced = new HashSet<>();
  private final UnknownCauses causes = new UnknownCauses();
  private int lookups;
  private @Nullable LogPosition end;
  private boolean cut;

  TurnReading(ActivityPages pages, TraceId trace, int maxMessages) {
    this.pages = pages;
    this.trace = trace;
    this.maxMessages = maxMessages;
    this.builder = new TurnTreeBuilder(trace);
  }

  public TraceId trace() {
    return trace;
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  boolean has(String messageId) {
    return ids.contains(messageId);
  }

  /** Adds a message that belongs to the turn, whether or not it names the trace. */
  void addMessage(String messageId, List<ActivityRow> rows) {
    untraced.add(messageId);
    ids.add(messageId);
    rows.forEach(this::add);
  }

  private void add(ActivityRow row) {
    TurnRow brief = TurnRow.of(row);
    if (brief != null) {
      builder.add(brief);
      causes.add(brief);
    }
  }

  /** Reads what has happened since the last call. */
  public void refresh() throws RpcException, NoAnswer, InterruptedException {
    readTrace();
    for (String messageId : untraced) {
      pages.ofMessage(messageId).forEach(this::add);
    }
    addFirstMessage();
  }

  private void readTrace() throws RpcException, NoAnswer, InterruptedException {
    ActivityFilter filter = ActivityFilter.ofTrace(trace.value());
    while (!cut) {
      List<ActivityRow> rows = pages.after(filter, end);
      if (rows.isEmpty()) {
        return;
      }
      for (ActivityRow row : rows) {
        ids.add(row.messageId());
        add(row);
      }
      end = LogPosition.after(rows, end);
      cut = ids.size() > maxMessages;
    }
  }

  /** Follows causes to messages that the query by trace does not return. */
  private void addFirstMessage() throws RpcException, NoAnswer, InterruptedException {
    while (lookups < MAX_LOOKUPS) {
      String id = causes.next();
      if (id == null) {
        return;
      }
      lookups++;
      List<ActivityRow> rows = pages.ofMessage(id);
      if (rows.stream().anyMatch(this::belongs)) {
        addMessage(id, rows);
      }
    }
  }

  /** A cause may be forged, or the id of somebody else's message. */
  private boolean belongs(ActivityRow row) {
    TurnRow brief = TurnRow.of(row);
    return brief != null && brief.isStart() && trace.equals(traceOf(brief));
  }

  /** Returns the trace that a message names or starts; null without a valid sender. */
  static @Nullable TraceId traceOf(TurnRow start) {
    if (start.content().trace() != null) {
      return start.content().trace();
    }
    String from = start.actor();
    return from != null
            && Address.isValid(from)
            && start.messageId().length() <= MessageId.MAX_LENGTH
        ? TraceId.startedBy(new Address(from), new MessageId(start.messageId()))
        : null;
  }

  /** Returns null when the log has no message of this turn. */
  public @Nullable TurnTree tree(Instant now) {
    TurnTree tree = builder.build(now);
    return tree == null || !cut ? tree : tree.asCut();
  }
}
