package bub.channel;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceParent;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns that people let go on, the latest of each chat. The notice that asked for it counts as the
 * answer, but the person waits again. Safe for any thread.
 */
final class ContinuedTurns {
  private static final int REMEMBERED = 4_096;

  private final Map<ChatId, ContinuedTurn> turns = new LinkedHashMap<>();

  private record ContinuedTurn(MessageId question, TraceId trace, PartialTextOrder partials) {
    /** A later part of the turn may answer another message than the person's. */
    boolean includes(Causality named, @Nullable String about) {
      TraceParent parent = named.trace();
      return question.equals(named.cause())
          || question.value().equals(about)
          || parent != null && trace.equals(parent.trace());
    }
  }

  /** {@code person} is the address that sent the question. */
  synchronized void add(ChatId chat, Address person, MessageId question) {
    TraceId trace = TraceId.startedBy(person, question);
    turns.remove(chat);
    turns.put(chat, new ContinuedTurn(question, trace, new PartialTextOrder()));
    if (turns.size() > REMEMBERED) {
      turns.remove(turns.keySet().iterator().next());
    }
  }

  /** Returns the order of the partial texts; null when the event belongs to no such turn. */
  synchronized @Nullable PartialTextOrder find(
      ChatId chat, Causality named, @Nullable String about) {
    ContinuedTurn turn = turns.get(chat);
    return turn != null && turn.includes(named, about) ? turn.partials() : null;
  }

  synchronized void answered(ChatId chat, Causality named, @Nullable String about) {
    if (find(chat, named, about) != null) {
      turns.remove(chat);
    }
  }

  synchronized void stopped(ChatId chat) {
    turns.remove(chat);
  }
}
