package bub.channel.telegram;

import bub.channel.telegram.api.UpdateReader;
import bub.channel.telegram.store.PendingUpdate;
import bub.channel.telegram.store.TelegramStore;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.client.KeyedWorkers;
import bub.client.OutageLog;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Worker for the updates of one chat, in order. Runs on the chat's worker thread. */
final class UpdateWorker implements KeyedWorkers.Work {
  private static final Logger LOG = LoggerFactory.getLogger(UpdateWorker.class);
  private static final int MAX_ATTEMPTS = 3;
  private static final Duration AFTER_DISK_FAILURE = Duration.ofSeconds(1);

  private final ChatId chat;
  private final TelegramStore store;
  private final UpdateHandler handler;
  private final ClientEnvironment environment;
  private final AlbumCollector albums;
  private final OutageLog outages;
  private int failures;
  private int mistakes;

  UpdateWorker(
      ChatId chat, TelegramStore store, UpdateHandler handler, ClientEnvironment environment) {
    this.chat = chat;
    this.store = store;
    this.handler = handler;
    this.environment = environment;
    this.albums = new AlbumCollector(chat, store, environment.time());
    this.outages = new OutageLog(LOG, "The update queue of chat " + chat, environment.time());
  }

  @Override
  public void run() throws InterruptedException {
    boolean goesOn = true;
    while (goesOn) {
      try {
        List<PendingUpdate> next = albums.next();
        goesOn = !next.isEmpty();
        if (goesOn) {
          handle(next);
          failures = 0;
          outages.recovered();
        }
      } catch (IOException broken) {
        // The disk failed, not the update: the update stays until the disk works again.
        outages.failed(String.valueOf(broken.getMessage()));
        environment
            .time()
            .sleep(Backoff.REDELIVER.delay(failures++, environment.chance(), AFTER_DISK_FAILURE));
      }
    }
  }

  private void handle(List<PendingUpdate> updates) throws IOException, InterruptedException {
    try {
      handler.handle(updates.stream().map(update -> UpdateReader.read(update.raw())).toList());
    } catch (RuntimeException bug) {
      mistakes++;
      long first = updates.getFirst().updateId();
      LOG.error("Update {} of chat {} failed", first, chat, bug);
      if (mistakes < MAX_ATTEMPTS) {
        return;
      }
      // A broken update must not block the updates after it.
    }
    mistakes = 0;
    store.done(updates);
  }
}
