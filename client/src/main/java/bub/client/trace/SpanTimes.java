package bub.client.trace;

import bub.client.trace.TracedMessage.Delivery;
import bub.client.trace.TurnSpan.Kind;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.ChatReply;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ends and outcomes of the assembled spans, and the time that messages waited in a queue. */
final class SpanTimes {
  /** After this silence of the whole turn, an agent that has not answered will not. */
  private static final long SILENCE = Duration.ofMinutes(15).toNanos() / 1_000;

  private static final long SHORTEST_QUEUE = 1_000;

  private final SpanAssembly assembly;
  private final boolean isOver;

  SpanTimes(SpanAssembly assembly, List<TracedMessage> messages, long now) {
    this.assembly = assembly;
    long last = TracedMessage.NEVER;
    for (TracedMessage message : messages) {
      last = Math.max(last, Math.max(message.start, message.finish));
      for (Delivery delivery : message.deliveries.values()) {
        last = Math.max(last, Math.max(delivery.start, delivery.end));
      }
    }
    this.isOver = now > last + SILENCE;
  }

  void settle() {
    for (TracedMessage message : assembly.spanMessages()) {
      for (Map.Entry<String, Delivery> each : message.deliveries.entrySet()) {
        String recipient = each.getKey();
        if (isForPerson(message, recipient, each.getValue())) {
          assembly.work(message, recipient);
        }
      }
      assembly
          .worksOn(message)
          .forEach(
              (recipient, work) -> {
                Delivery delivery = message.deliveries.get(recipient);
                if (delivery != null) {
                  settleWork(message, recipient, delivery, work);
                }
              });
      settleMessage(message, assembly.nodeOf(message));
    }
  }

  /** An agent owes an answer to the message of a person, even when it has reported nothing yet. */
  private static boolean isForPerson(TracedMessage message, String recipient, Delivery delivery) {
    return ChatMessage.TYPE.equals(message.content.type())
        && delivery.isOk()
        && isMeant(message, recipient);
  }

  /** Interceptors and other listeners get the message, too, but nobody waits for their answer. */
  private static boolean isMeant(TracedMessage message, String recipient) {
    return message.deliveries.size() == 1 || recipient.equals(message.to);
  }

  private void settleWork(
      TracedMessage message, String recipient, Delivery delivery, SpanNode work) {
    long last = Math.max(delivery.start, delivery.end);
    long first = Long.MAX_VALUE;
    boolean replied = false;
    boolean hasWorkedOn = false;
    for (SpanNode child : work.children) {
      first = Math.min(first, child.start);
      // An agent that works before its ack has answered with the ack.
      hasWorkedOn |= child.step != null && child.lastTime() > delivery.end;
      last = Math.max(last, child.message == null ? child.lastTime() : child.start);
      replied |= child.message != null && isReply(child.message, message);
    }
    boolean owes =
        !replied
            && (isForPerson(message, recipient, delivery)
                || hasWorkedOn
                    && delivery.isOk()
                    && AgentMessage.TYPE.equals(message.content.type()));
    boolean isInFlight = delivery.end == TracedMessage.NEVER && message.isOpen();
    work.end = last;
    if (delivery.end != TracedMessage.NEVER && !delivery.isOk()) {
      String status = String.valueOf(delivery.status);
      work.fail(status, delivery.error == null ? status.replace('_', ' ') : delivery.error);
    } else if (owes || isInFlight) {
      leaveOpen(work, owes);
    }
    addQueue(message, recipient, delivery, first);
  }

  private static boolean isReply(TracedMessage reply, TracedMessage question) {
    return ChatReply.TYPE.equals(reply.content.type())
        || reply.to != null && reply.to.equals(question.from);
  }

  private void leaveOpen(SpanNode work, boolean owesAnswer) {
    if (assembly.isStopped()) {
      work.status = TurnSpan.STOPPED;
    } else if (!isOver) {
      work.status = TurnSpan.RUNNING;
      work.end = null;
    } else if (owesAnswer) {
      work.fail(TurnSpan.NO_ANSWER, "no answer");
    } else {
      work.status = TurnSpan.UNKNOWN;
    }
  }

  /** Agents store a message before they work on it: the wait ends with the first sign of work. */
  private void addQueue(
      TracedMessage message, String recipient, Delivery delivery, long firstSign) {
    boolean hasSign = firstSign != Long.MAX_VALUE;
    if (!hasSign && !isMeant(message, recipient)) {
      return;
    }
    long end = hasSign ? firstSign : delivery.start;
    if (end - message.start >= SHORTEST_QUEUE) {
      var queue = new SpanNode(Kind.QUEUE, "queue", recipient, message.start, message.row);
      queue.end = end;
      assembly.nodeOf(message).children.add(queue);
    }
  }

  private void settleMessage(TracedMessage message, SpanNode node) {
    long last = Math.max(message.start, message.finish);
    boolean isRunning = message.isOpen() && !isOver && !assembly.isStopped();
    boolean isExplained = false;
    for (SpanNode child : node.children) {
      if (child.kind == Kind.WORK) {
        isRunning |= child.end == null;
        isExplained |= child.error != null;
        last = Math.max(last, child.lastTime());
      } else if (node.kind == Kind.SPAWN) {
        last = Math.max(last, child.start);
      }
    }
    node.end = isRunning ? null : (Long) last;
    node.status = isRunning ? TurnSpan.RUNNING : status(message);
    String problem = message.problem();
    if (problem != null) {
      node.status = message.isFailed() ? String.valueOf(message.status) : "error";
      // Errors appear where they happened, and count once.
      node.error = isExplained ? null : problem;
    }
  }

  private static String status(TracedMessage message) {
    return message.isOpen() ? TurnSpan.UNKNOWN : String.valueOf(message.status);
  }

  /**
   * Returns the answer to the sender of the first message: the last one that it caused directly, or
   * else the first one from anywhere in the turn. Later ones come from alarms.
   */
  @Nullable TracedMessage answer() {
    TracedMessage question = assembly.first();
    if (question == null || question.from == null) {
      return null;
    }
    TracedMessage direct = null;
    TracedMessage distant = null;
    for (TracedMessage message : assembly.spanMessages()) {
      boolean isAnswer =
          message != question
              && message.role() == LoggedContent.Role.MESSAGE
              && question.from.equals(message.to)
              && !question.from.equals(message.from);
      if (isAnswer && message.cause == question) {
        direct = message;
      } else if (isAnswer && distant == null) {
        distant = message;
      }
    }
    return direct == null ? distant : direct;
  }
}
