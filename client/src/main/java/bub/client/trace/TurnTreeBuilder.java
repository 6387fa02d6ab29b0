package bub.client.trace;

import bub.client.trace.CauseLinks.Root;
import bub.protocol.ActivityRow;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builder of the tree of one turn from rows of the activity log, in any order. It accepts whatever
 * the log has: unknown causes, cycles, repeated rows, malformed steps. One thread only.
 */
public final class TurnTreeBuilder {
  /** Nodes of a cluster count their own rows; a single bus has an empty name. */
  private record RowKey(String node, long id) {}

  private final TreeMap<RowKey, TurnRow> rows =
      new TreeMap<>(Comparator.comparing(RowKey::node).thenComparingLong(RowKey::id));
  private final @Nullable TraceId trace;

  /** Without a trace, the messages tell it. */
  public TurnTreeBuilder(@Nullable TraceId trace) {
    this.trace = trace;
  }

  /** Ignores a row that it has already. */
  public TurnTreeBuilder add(ActivityRow row) {
    TurnRow brief = TurnRow.of(row);
    if (brief != null) {
      add(brief);
    }
    return this;
  }

  void add(TurnRow row) {
    rows.putIfAbsent(new RowKey(nodeOf(row), row.id()), row);
  }

  public TurnTreeBuilder addAll(Iterable<ActivityRow> more) {
    more.forEach(this::add);
    return this;
  }

  /** Returns null without any row of a message. */
  public @Nullable TurnTree build(Instant now) {
    List<TracedMessage> messages = messages();
    if (messages.isEmpty()) {
      return null;
    }
    TraceId named = trace == null ? namedTrace(messages) : trace;
    Root root = new CauseLinks(messages, named).link();
    var assembly = new SpanAssembly(messages, root);
    assembly.assemble();
    var times = new SpanTimes(assembly, messages, ChronoUnit.MICROS.between(Instant.EPOCH, now));
    times.settle();
    return tree(assembly, times.answer(), named == null ? started(root) : named);
  }

  private List<TracedMessage> messages() {
    var open = new HashMap<String, List<TracedMessage>>();
    var all = new ArrayList<TracedMessage>();
    for (TurnRow row : startsFirst()) {
      List<TracedMessage> same = open.computeIfAbsent(row.messageId(), _ -> new ArrayList<>(1));
      boolean isRepeated = !same.isEmpty() && row.isStart() && same.getLast().isRepeatedBy(row);
      if (isRepeated) {
        same.getLast().repeat();
      } else if (same.isEmpty() || row.isStart()) {
        TracedMessage begun = TracedMessage.begin(row);
        same.add(begun);
        all.add(begun);
      } else {
        owner(same, row).add(row);
      }
    }
    all.sort(TracedMessage.BY_TIME);
    return all;
  }

  private static String nodeOf(TurnRow row) {
    return row.node() == null ? "" : row.node();
  }

  /**
   * Returns the rows of a message from the node that accepted it before those from other nodes,
   * whose clocks may differ.
   */
  private List<TurnRow> startsFirst() {
    var started = new HashSet<String>();
    for (TurnRow row : rows.values()) {
      if (row.isStart()) {
        started.add(nodeOf(row) + " " + row.messageId());
      }
    }
    var ordered = new ArrayList<TurnRow>(rows.size());
    var elsewhere = new ArrayList<TurnRow>();
    for (TurnRow row : rows.values()) {
      (started.contains(nodeOf(row) + " " + row.messageId()) ? ordered : elsewhere).add(row);
    }
    ordered.addAll(elsewhere);
    return ordered;
  }

  /** Only the end of a message tells which of several with one id it belongs to. */
  private static TracedMessage owner(List<TracedMessage> same, TurnRow row) {
    if (row.event().equals(TurnRow.SEND_FINISH)) {
      for (TracedMessage message : same) {
        if (message.isOpen() && Objects.equals(message.rpcId, row.rpcId())) {
          return message;
        }
      }
    }
    return same.getLast();
  }

  private static @Nullable TraceId namedTrace(List<TracedMessage> messages) {
    for (TracedMessage message : messages) {
      if (message.content.trace() != null) {
        return message.content.trace();
      }
    }
    return null;
  }

  private static @Nullable TraceId started(Root root) {
    TracedMessage first = root.message();
    return first == null
            || first.from == null
            || !Address.isValid(first.from)
            || first.id.length() > MessageId.MAX_LENGTH
        ? null
        : TraceId.startedBy(new Address(first.from), new MessageId(first.id));
  }

  private record Place(SpanNode node, int parent, int depth) {}

  /** Uses its own stack: causes may nest deeper than the stack of a thread. */
  private static TurnTree tree(
      SpanAssembly assembly, @Nullable TracedMessage answer, @Nullable TraceId trace) {
    var spans = new ArrayList<TurnSpan>();
    var open = new ArrayDeque<Place>();
    open.push(new Place(assembly.top(), -1, 0));
    Integer answerId = null;
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    boolean running = false;
    while (!open.isEmpty()) {
      Place place = open.pop();
      SpanNode node = place.node();
      answerId = answer != null && node.message == answer ? (Integer) spans.size() : answerId;
      start = Math.min(start, node.start);
      end = Math.max(end, node.lastTime());
      running |= node.end == null;
      int id = spans.size();
      spans.add(span(place, id));
      node.children.sort(SpanNode.BY_TIME.reversed());
      node.children.forEach(child -> open.push(new Place(child, id, place.depth() + 1)));
    }
    return new TurnTree(
        trace,
        spans,
        TurnRow.time(start),
        duration(start, end, running, answer),
        answerId,
        TurnTotals.of(spans, assembly.malformedSteps()),
        running,
        assembly.isStopped(),
        false);
  }

  private static @Nullable Duration duration(
      long start, long end, boolean running, @Nullable TracedMessage answer) {
    if (answer != null) {
      return Duration.of(Math.max(answer.start, answer.finish) - start, ChronoUnit.MICROS);
    }
    return running ? null : Duration.of(end - start, ChronoUnit.MICROS);
  }

  private static TurnSpan span(Place place, int id) {
    SpanNode node = place.node();
    return new TurnSpan(
        id,
        place.parent(),
        place.depth(),
        node.kind,
        node.name,
        node.actor,
        TurnRow.time(node.start),
        node.end == null ? null : TurnRow.time(Math.max(node.start, node.end)),
        node.status,
        node.error,
        node.count,
        node.unlinked,
        node.message == null ? null : message(node.message),
        node.step);
  }

  private static TurnSpan.Message message(TracedMessage message) {
    return new TurnSpan.Message(
        message.id,
        message.from,
        message.to,
        message.content.type(),
        message.content.text(),
        message.content.cause(),
        time(message.delivered()),
        time(message.finish),
        message.attempts);
  }

  private static @Nullable Instant time(long micros) {
    return micros == TracedMessage.NEVER ? null : TurnRow.time(micros);
  }
}
