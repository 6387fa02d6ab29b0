package bub.testkit;

import bub.json.RawJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Messages of all chats, from people and from the bot. Safe for any thread. */
final class FakeBotApiChats {
  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private record Key(long chat, long messageId) {}

  private final Map<Long, List<FakeBotApiSent>> sent = new HashMap<>();
  private final Map<Key, RawJson> messages = new HashMap<>();
  private long lastId;

  synchronized long newId() {
    return ++lastId;
  }

  synchronized void remember(long chat, long messageId, RawJson message) {
    messages.put(new Key(chat, messageId), message);
  }

  synchronized @Nullable RawJson message(long chat, long messageId) {
    return messages.get(new Key(chat, messageId));
  }

  synchronized void add(FakeBotApiSent message) {
    sent.computeIfAbsent(message.chat(), _ -> new ArrayList<>()).add(message);
    notifyAll();
  }

  synchronized @Nullable FakeBotApiSent find(long chat, long messageId) {
    return sent(chat).stream()
        .filter(message -> message.messageId() == messageId)
        .findFirst()
        .orElse(null);
  }

  synchronized void change(FakeBotApiSent message, UnaryOperator<FakeBotApiSent> change) {
    List<FakeBotApiSent> chat = sent.getOrDefault(message.chat(), List.of());
    chat.replaceAll(it -> it.messageId() == message.messageId() ? change.apply(it) : it);
    notifyAll();
  }

  synchronized void remove(FakeBotApiSent message) {
    sent.getOrDefault(message.chat(), List.of()).remove(message);
    notifyAll();
  }

  synchronized List<FakeBotApiSent> sent(long chat) {
    return List.copyOf(sent.getOrDefault(chat, List.of()));
  }

  synchronized int count() {
    return sent.values().stream().mapToInt(List::size).sum();
  }

  synchronized List<FakeBotApiSent> await(long chat, int count) throws InterruptedException {
    long end = System.nanoTime() + TIMEOUT_NANOS;
    while (sent(chat).size() < count) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        throw new AssertionError(
            "chat " + chat + " did not get " + count + " messages, only " + sent(chat));
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return sent(chat);
  }
}
