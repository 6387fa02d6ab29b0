package bub.gateway.chat;

import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Chats that were used last. A forgotten chat loses nothing: the system agent knows its agent. Safe
 * for any thread.
 */
final class KnownChats {
  private static final int MOST = 10_000;

  /** State of one chat; hold the lock to use it. */
  static final class KnownChat {
    final ReentrantLock lock = new ReentrantLock();
    @Nullable Address agent;
    @Nullable String instructions;
  }

  private final Map<ChatId, KnownChat> chats =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ChatId, KnownChat> eldest) {
          return size() > MOST;
        }
      };

  synchronized KnownChat of(ChatId chat) {
    return chats.computeIfAbsent(chat, _ -> new KnownChat());
  }

  synchronized void forget(ChatId chat) {
    chats.remove(chat);
  }
}
