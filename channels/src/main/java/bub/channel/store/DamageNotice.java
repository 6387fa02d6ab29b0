package bub.channel.store;

import bub.store.StoreDatabase;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notice to the newest chats that their file was damaged and that messages may be missing. */
record DamageNotice(StoreDatabase database, Supplier<Instant> clock) implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(DamageNotice.class);
  private static final int MAX_CHATS = 100;
  private static final String TEXT =
      "The file with this chat was damaged and has been replaced."
          + " Some messages may be missing. Please send unanswered messages again.";

  @Override
  public void run() {
    Instant now = clock.get();
    try {
      database.call(
          c -> {
            for (ChatSummary talk : LineTable.talks(c, "", MAX_CHATS, 1)) {
              LineTable.say(c, talk.chat(), null, TEXT, null, now);
            }
            return true;
          });
    } catch (IOException failed) {
      LOG.warn("Cannot tell chats that their store was damaged: {}", failed.getMessage());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
