package bub.channel.telegram;

import bub.channel.Lanes;
import bub.channel.telegram.api.UpdateReader;
import bub.channel.telegram.store.TelegramStore;
import bub.channel.telegram.store.Waiting;
import bub.client.Backoff;
import bub.client.OutageLog;
import bub.client.Surroundings;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the updates of one chat to the desk, one after the other but albums whole, and forgets
 * each when it is done. Runs on its lane's thread.
 */
final class Clerk implements Lanes.Work {
  private static final Logger LOG = LoggerFactory.getLogger(Clerk.class);
  private static final int MAX_ATTEMPTS = 3;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final TelegramStore store;
  private final FrontDesk desk;
  private final Surroundings surroundings;
  private final AlbumCollector albums;
  private final OutageLog outages;
  private int failures;
  private int mistakes;

  Clerk(ChatId chat, TelegramStore store, FrontDesk desk, Surroundings surroundings) {
    this.chat = chat;
    this.store = store;
    this.desk = desk;
    this.surroundings = surroundings;
    this.albums = new AlbumCollector(chat, store, surroundings.time());
    this.outages = new OutageLog(LOG, "the updates of chat " + chat, surroundings.time());
  }

  @Override
  public void run() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      try {
        List<Waiting> next = albums.next();
        goesOn = !next.isEmpty();
        if (goesOn) {
          handle(next);
          failures = 0;
          outages.recovered();
        }
      } catch (IOException broken) {
        // Of the disk, not of the update: it stays until the disk is well again.
        outages.failed(String.valueOf(broken.getMessage()));
        surroundings
            .time()
            .sleep(Backoff.REDELIVER.delay(failures++, surroundings.chance(), AFTER_DISK_FAILURE));
      }
    }
  }

  private void handle(List<Waiting> updates) throws IOException, InterruptedException {
    try {
      desk.handle(updates.stream().map(update -> UpdateReader.read(update.raw())).toList());
    } catch (RuntimeException bug) {
      mistakes++;
      long first = updates.getFirst().updateId();
      LOG.error("update {} of chat {} brings up a mistake", first, chat, bug);
      if (mistakes < MAX_ATTEMPTS) {
        return;
      }
      // It must not keep back everything that comes after it.
    }
    mistakes = 0;
    store.done(updates);
  }
}
