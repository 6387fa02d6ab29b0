package bub.client.trace;

import bub.client.trace.LoggedContent.Role;
import bub.client.trace.TracedMessage.Delivery;
import bub.client.trace.TurnSpan.Kind;
import bub.protocol.message.SpawnResult;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceNotice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Assembly of linked messages into nodes: works below messages, steps below works. */
final class SpanAssembly {
  private final List<TracedMessage> messages;
  private final CauseLinks.Root root;
  private final Map<TracedMessage, SpanNode> nodes = new HashMap<>();
  private final Map<TracedMessage, Map<String, SpanNode>> works = new HashMap<>();
  private final Set<Object> seenSteps = new HashSet<>();
  private final SpanNode top;
  private boolean stopped;
  private int malformedSteps;

  SpanAssembly(List<TracedMessage> messages, CauseLinks.Root root) {
    this.messages = messages;
    this.root = root;
    for (TracedMessage message : messages) {
      if (!message.role().isFolded()) {
        nodes.put(message, node(message));
      }
    }
    TracedMessage first = root.message();
    this.top = first == null ? lost(root.id()) : Objects.requireNonNull(nodes.get(first));
  }

  /** Stands for a first message that the log does not have. */
  private SpanNode lost(@Nullable String id) {
    long start = messages.getFirst().start;
    var node = new SpanNode(Kind.MESSAGE, id == null ? "" : id, null, start, 0);
    node.status = TurnSpan.UNKNOWN;
    return node;
  }

  private static SpanNode node(TracedMessage message) {
    Kind kind =
        switch (message.role()) {
          case CALL -> Kind.CALL;
          case SPAWN -> Kind.SPAWN;
          default -> Kind.MESSAGE;
        };
    String type = message.content.type();
    String detail = message.content.detail();
    String name = detail == null ? type == null ? "message" : type : detail;
    var node = new SpanNode(kind, name, message.from, message.start, message.row);
    node.message = message;
    return node;
  }

  SpanNode top() {
    return top;
  }

  boolean isStopped() {
    return stopped;
  }

  int malformedSteps() {
    return malformedSteps;
  }

  SpanNode nodeOf(TracedMessage message) {
    return Objects.requireNonNull(nodes.get(message));
  }

  /** Returns the works of each message, by recipient. */
  Map<String, SpanNode> worksOn(TracedMessage message) {
    return works.getOrDefault(message, Map.of());
  }

  void assemble() {
    for (TracedMessage message : messages) {
      boolean isShared = message.role() == Role.CALL || message.deliveries.size() > 1;
      if (isShared && !message.role().isFolded()) {
        message.deliveries.keySet().forEach(recipient -> work(message, recipient));
      }
    }
    var spawns = new HashMap<String, SpanNode>();
    for (TracedMessage message : messages) {
      SpanNode node = nodes.get(message);
      if (node == null) {
        addFolded(message, parentOf(message));
      } else if (node != top) {
        SpanNode spawn = message.unlinked ? spawnOf(message, spawns) : null;
        node.unlinked = message.unlinked && spawn == null;
        (spawn == null ? parentOf(message) : spawn).children.add(node);
      }
      if (message.role() == Role.SPAWN && node != null) {
        spawns.put(message.to + " " + message.from, node);
      }
    }
  }

  /** The result of a spawn belongs to its request, even when it names no cause. */
  private static @Nullable SpanNode spawnOf(TracedMessage message, Map<String, SpanNode> spawns) {
    if (!SpawnResult.TYPE.equals(message.content.type())) {
      return null;
    }
    return spawns.get(message.from + " " + message.to);
  }

  private SpanNode parentOf(TracedMessage message) {
    TracedMessage cause = message.cause;
    if (cause == null) {
      return top;
    }
    SpanNode work = message.from == null ? null : work(cause, message.from);
    return work == null ? nodes.getOrDefault(cause, top) : work;
  }

  /** Returns null when the bus did not deliver the message to this recipient. */
  @Nullable SpanNode work(TracedMessage message, String recipient) {
    Delivery delivery = message.deliveries.get(recipient);
    SpanNode node = nodes.get(message);
    if (delivery == null || node == null) {
      return null;
    }
    return works
        .computeIfAbsent(message, _ -> new LinkedHashMap<>())
        .computeIfAbsent(
            recipient,
            _ -> {
              var work = new SpanNode(Kind.WORK, recipient, recipient, delivery.start, message.row);
              node.children.add(work);
              return work;
            });
  }

  private void addFolded(TracedMessage message, SpanNode parent) {
    LoggedContent content = message.content;
    switch (message.role()) {
      case STEP -> {
        if (content.step() != null) {
          addStep(content.step(), message, parent);
        }
      }
      case MALFORMED_STEP -> malformedSteps++;
      case NOTICE -> {
        boolean isStop = TraceNotice.STOPPED.equals(content.type());
        stopped |= isStop;
        String word = isStop ? TurnSpan.STOPPED : "guarded";
        // The bus tells every agent of the turn: one notice stands for all.
        SpanNode notice = top.fold(Kind.NOTICE, word, null, message.start, message.row);
        String detail = content.detail();
        if (isStop) {
          notice.status = TurnSpan.STOPPED;
        } else {
          notice.fail("refused", detail == null ? "the loop guard refused a message" : detail);
        }
      }
      default -> {
        String name = content.detail() == null ? "events" : content.detail();
        SpanNode events = parent.fold(Kind.EVENTS, name, message.from, message.start, message.row);
        events.unlinked |= message.unlinked;
        if (content.problem() != null) {
          events.fail("error", content.problem());
        }
      }
    }
  }

  private record SeenStep(@Nullable String from, Step step) {}

  /** The event was sent at the end of the step. The agent's clock does not count. */
  private void addStep(Step step, TracedMessage message, SpanNode parent) {
    if (step.number() > 0 && !seenSteps.add(new SeenStep(message.from, step))) {
      return;
    }
    Kind kind =
        switch (step.kind()) {
          case MODEL -> Kind.MODEL;
          case TOOL -> Kind.TOOL;
          case WAIT -> Kind.WAIT;
        };
    long end = message.start;
    long earliest = Math.min(parent.start, end);
    long start = Math.max(earliest, end - step.millis() * 1_000);
    var node = new SpanNode(kind, step.name(), message.from, start, message.row);
    node.end = end;
    node.step = step;
    node.unlinked = message.unlinked;
    if (step.error() != null) {
      node.fail("error", step.error());
    }
    parent.children.add(node);
  }

  /** Returns all messages of the turn that are spans, in the order of their times. */
  List<TracedMessage> spanMessages() {
    var shown = new ArrayList<TracedMessage>();
    for (TracedMessage message : messages) {
      if (nodes.containsKey(message)) {
        shown.add(message);
      }
    }
    return shown;
  }

  /** Returns null when the log does not have the first message. */
  @Nullable TracedMessage first() {
    return root.message();
  }
}
