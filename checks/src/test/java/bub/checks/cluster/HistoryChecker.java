package bub.checks.cluster;

import bub.checks.cluster.HistoryEvent.Accepted;
import bub.checks.cluster.HistoryEvent.Answered;
import bub.checks.cluster.HistoryEvent.LeaseUsed;
import bub.checks.cluster.HistoryEvent.MessageKey;
import bub.checks.cluster.HistoryEvent.Outcome;
import bub.checks.cluster.HistoryEvent.Stored;
import bub.checks.cluster.HistoryEvent.TookEffect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds every broken promise of a cluster in a history. */
final class HistoryChecker {
  private final OwnershipCheck ownership;

  HistoryChecker(OwnershipCheck ownership) {
    this.ownership = ownership;
  }

  /** Returns one line per broken promise; messages stored later may still be on their way. */
  List<String> problems(List<HistoryEvent> history, long settledAt) {
    List<HistoryEvent> ordered =
        history.stream().sorted(Comparator.comparingLong(HistoryEvent::at)).toList();
    var problems = new ArrayList<String>();
    lostMessages(ordered, settledAt, problems);
    repeatedEffects(ordered, problems);
    falseAcks(ordered, settledAt, problems);
    ownership.check(ordered, problems);
    sharedLeases(ordered, problems);
    return problems;
  }

  /** Every message that an outbox stored has its effect. */
  private static void lostMessages(
      List<HistoryEvent> history, long settledAt, List<String> problems) {
    Set<MessageKey> processed = processed(history);
    for (HistoryEvent event : history) {
      if (event instanceof Stored(long at, MessageKey message, String to)
          && at <= settledAt
          && !processed.contains(message)) {
        problems.add("lost: " + message + " to " + to + " was never processed");
      }
    }
  }

  private static Set<MessageKey> processed(List<HistoryEvent> history) {
    var processed = new HashSet<MessageKey>();
    for (HistoryEvent event : history) {
      if (event instanceof TookEffect(long _, MessageKey message, String _)) {
        processed.add(message);
      }
    }
    return processed;
  }

  /** Each message has at most one effect. */
  private static void repeatedEffects(List<HistoryEvent> history, List<String> problems) {
    var effects = new LinkedHashMap<MessageKey, List<String>>();
    for (HistoryEvent event : history) {
      if (event instanceof TookEffect(long _, MessageKey message, String by)) {
        effects.computeIfAbsent(message, _ -> new ArrayList<>()).add(by);
      }
    }
    effects.forEach(
        (message, receivers) -> {
          if (receivers.size() > 1) {
            problems.add("repeated: " + message + " had an effect at each of " + receivers);
          }
        });
  }

  /** A sender hears of a success only after a receiver has accepted the message. */
  private static void falseAcks(List<HistoryEvent> history, long settledAt, List<String> problems) {
    var accepted = new HashSet<MessageKey>();
    Set<MessageKey> processed = processed(history);
    for (HistoryEvent event : history) {
      if (event instanceof Accepted(long _, MessageKey message, String _)) {
        accepted.add(message);
      } else if (event instanceof Answered(long at, MessageKey message, Outcome outcome)
          && outcome == Outcome.DELIVERED) {
        if (!accepted.contains(message)) {
          problems.add("false ack: " + message + " succeeded before anyone accepted it");
        } else if (at <= settledAt && !processed.contains(message)) {
          problems.add("false ack: " + message + " succeeded but was never processed");
        }
      }
    }
  }

  /** A lease has one holder per token, and no holder uses it after a later one. */
  private static void sharedLeases(List<HistoryEvent> history, List<String> problems) {
    Map<String, LeaseUsed> last = new HashMap<>();
    for (HistoryEvent event : history) {
      if (event instanceof LeaseUsed used) {
        LeaseUsed before = last.get(used.lease());
        if (before != null && before.token() > used.token()) {
          problems.add("shared lease: " + used + " came after " + before);
        } else if (before != null
            && before.token() == used.token()
            && !before.holder().equals(used.holder())) {
          problems.add("shared lease: " + used + " has the token of " + before);
        } else {
          last.put(used.lease(), used);
        }
      }
    }
  }
}
