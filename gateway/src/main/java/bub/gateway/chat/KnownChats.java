package bub.gateway.chat;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.Address;
import bub.protocol.message.ChatId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
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
    // A digest, because callers choose the size of the text.
    private byte @Nullable [] instructions;

    boolean hasInstructions(@Nullable String text) {
      return Arrays.equals(digest(text), instructions);
    }

    void useInstructions(@Nullable String text) {
      instructions = digest(text);
    }

    private static byte @Nullable [] digest(@Nullable String text) {
      try {
        return text == null
            ? null
            : MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException(impossible);
      }
    }
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
