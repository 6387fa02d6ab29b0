package bub.gateway.chat;

import bub.channel.http.HttpRefusal;
import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limit for the conversations with agents of their own that one caller begins, so that no caller
 * uses up the agents of all. Safe for any thread.
 */
final class CallerConversations {
  static final int MOST = 128;
  // An idle agent runs that long.
  static final Duration WINDOW = Duration.ofMinutes(30);

  private final TimeSource time;
  // By caller; each conversation with its last use, the oldest first.
  private final Map<String, LinkedHashMap<ChatId, Instant>> used = new HashMap<>();

  CallerConversations(TimeSource time) {
    this.time = time;
  }

  /** Counts a conversation of the caller, or refuses one more. */
  synchronized void use(String caller, ChatId chat) throws HttpRefusal {
    Instant now = time.now();
    forgetBefore(now.minus(WINDOW));
    LinkedHashMap<ChatId, Instant> own =
        used.computeIfAbsent(caller, _ -> new LinkedHashMap<>(16, 0.75f, true));
    if (!own.containsKey(chat) && own.size() >= MOST) {
      Duration wait = Duration.between(now.minus(WINDOW), own.firstEntry().getValue());
      throw new HttpRefusal(
          429,
          "too_many_conversations",
          """
          too_many_conversations: You began %d conversations, each with its own agent, within \
          %d minutes. Continue one of them, or wait %d s.\
          """
              .formatted(MOST, WINDOW.toMinutes(), wait.toSeconds() + 1),
          wait);
    }
    own.put(chat, now);
  }

  private void forgetBefore(Instant oldest) {
    Iterator<LinkedHashMap<ChatId, Instant>> callers = used.values().iterator();
    while (callers.hasNext()) {
      LinkedHashMap<ChatId, Instant> own = callers.next();
      while (!own.isEmpty() && own.firstEntry().getValue().isBefore(oldest)) {
        own.pollFirstEntry();
      }
      if (own.isEmpty()) {
        callers.remove();
      }
    }
  }
}
