package bub.client.trace;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Links from each message of a turn to the message that caused it, free of cycles. Every message
 * ends at the root, or is marked as unlinked.
 */
final class CauseLinks {
  private static final int MAX_HOPS = 16;

  private final List<TracedMessage> messages;
  private final Map<String, List<TracedMessage>> byId = new HashMap<>();
  private final @Nullable TraceId trace;

  /** Takes messages in the order of their times. */
  CauseLinks(List<TracedMessage> messages, @Nullable TraceId trace) {
    this.messages = messages;
    this.trace = trace;
    for (TracedMessage message : messages) {
      byId.computeIfAbsent(message.id, _ -> new ArrayList<>(1)).add(message);
    }
  }

  /**
   * First message of the turn.
   *
   * @param message null when the log does not have it
   * @param id null when no message names it
   */
  record Root(@Nullable TracedMessage message, @Nullable String id) {}

  Root link() {
    for (TracedMessage message : messages) {
      message.cause = causeOf(message);
    }
    breakCycles();
    Root root = root();
    for (TracedMessage message : messages) {
      boolean isTop = message.cause == null && message != root.message();
      message.unlinked =
          isTop && (root.message() != null || !named(message).equals(String.valueOf(root.id())));
    }
    return root;
  }

  /** A folded message has no place in the tree: its own cause stands for it. */
  private @Nullable TracedMessage causeOf(TracedMessage message) {
    TracedMessage cause = null;
    if (message.content.step() != null) {
      cause = find(message.content.step().messageId().value(), message);
    }
    cause = cause == null ? find(message.content.cause(), message) : cause;
    for (int hops = 0; cause != null && cause.role().isFolded(); hops++) {
      cause = hops == MAX_HOPS ? null : find(cause.content.cause(), cause);
    }
    return cause == message ? null : cause;
  }

  /** Ids repeat: a caller may use one for many calls. The latest before the effect is meant. */
  private @Nullable TracedMessage find(@Nullable String id, TracedMessage effect) {
    List<TracedMessage> all = id == null ? null : byId.get(id);
    if (all == null) {
      return null;
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      TracedMessage candidate = all.get(i);
      if (candidate != effect && candidate.start <= effect.start) {
        return candidate;
      }
    }
    return all.getFirst() == effect ? null : all.getFirst();
  }

  private void breakCycles() {
    int walk = 0;
    for (TracedMessage start : messages) {
      walk++;
      TracedMessage at = start;
      while (at != null && at.mark == 0) {
        at.mark = walk;
        at = at.cause;
      }
      if (at != null && at.mark == walk) {
        earliestOfCycle(at).cause = null;
      }
    }
  }

  private static TracedMessage earliestOfCycle(TracedMessage member) {
    TracedMessage earliest = member;
    for (TracedMessage at = member.cause; at != null && at != member; at = at.cause) {
      earliest = TracedMessage.BY_TIME.compare(at, earliest) < 0 ? at : earliest;
    }
    return earliest;
  }

  private Root root() {
    TracedMessage first = null;
    for (TracedMessage message : messages) {
      if (message.cause != null || message.role().isFolded()) {
        continue;
      }
      if (startsTrace(message)) {
        return new Root(message, message.id);
      }
      first = first == null ? message : first;
    }
    String lost = lostRoot(first);
    return lost == null && first != null ? new Root(first, first.id) : new Root(null, lost);
  }

  private boolean startsTrace(TracedMessage message) {
    return trace != null
        && message.from != null
        && Address.isValid(message.from)
        && message.id.length() <= MessageId.MAX_LENGTH
        && TraceId.startedBy(new Address(message.from), new MessageId(message.id)).equals(trace);
  }

  /** Returns null when the first message of the turn is in the log. */
  private @Nullable String lostRoot(@Nullable TracedMessage first) {
    if (first != null) {
      String cause = first.content.cause();
      return cause == null || byId.containsKey(cause) ? null : cause;
    }
    for (TracedMessage message : messages) {
      if (message.content.cause() != null && !byId.containsKey(message.content.cause())) {
        return message.content.cause();
      }
    }
    return null;
  }

  private static String named(TracedMessage message) {
    return String.valueOf(message.content.cause());
  }
}
