package bub.client.trace;

import bub.client.trace.TurnSpan.Kind;
import bub.protocol.trace.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Span of a tree under construction. One thread only. */
final class SpanNode {
  static final Comparator<SpanNode> BY_TIME =
      Comparator.<SpanNode>comparingLong(node -> node.start)
          .thenComparing(node -> node.kind != Kind.QUEUE)
          .thenComparingLong(node -> node.row);

  final Kind kind;
  final String name;
  final @Nullable String actor;
  final long row;
  long start;

  /** Null while the span is running. */
  @Nullable Long end;

  String status = TurnSpan.OK;
  @Nullable String error;
  int count = 1;
  boolean unlinked;
  @Nullable TracedMessage message;
  @Nullable Step step;
  final List<SpanNode> children = new ArrayList<>(0);
  private @Nullable Map<String, SpanNode> folded;

  SpanNode(Kind kind, String name, @Nullable String actor, long start, long row) {
    this.kind = kind;
    this.name = name;
    this.actor = actor;
    this.start = start;
    this.row = row;
    this.end = start;
  }

  /** Adds one more event to the span of its kind, actor and name. */
  SpanNode fold(Kind kind, String name, @Nullable String actor, long at, long row) {
    if (folded == null) {
      folded = new HashMap<>();
    }
    SpanNode known = folded.get(name + ' ' + actor);
    if (known == null) {
      known = new SpanNode(kind, name, actor, at, row);
      folded.put(name + ' ' + actor, known);
      children.add(known);
    } else {
      known.count++;
      known.start = Math.min(known.start, at);
      known.end = Math.max(known.end == null ? at : known.end, at);
    }
    return known;
  }

  long lastTime() {
    return end == null ? start : end;
  }

  void fail(String word, String problem) {
    status = word;
    error = problem;
  }
}
