package bub.channel.telegram;

import bub.channel.telegram.api.TelegramMessage;
import bub.channel.telegram.api.TelegramUpdate;
import bub.channel.telegram.api.UpdateReader;
import bub.channel.telegram.store.PendingUpdate;
import bub.channel.telegram.store.TelegramStore;
import bub.client.TimeSource;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collector of an album, whose size Telegram does not announce. Blocks; one thread per chat. */
final class AlbumCollector {
  /** An album is complete after this time without a further picture. */
  static final Duration QUIET = Duration.ofSeconds(1);

  private static final int LARGEST_ALBUM = 10;
  private static final int LOOK_AHEAD = 50;

  private final ChatId chat;
  private final TelegramStore store;
  private final TimeSource time;

  AlbumCollector(ChatId chat, TelegramStore store, TimeSource time) {
    this.chat = chat;
    this.store = store;
    this.time = time;
  }

  List<PendingUpdate> next() throws IOException, InterruptedException {
    List<PendingUpdate> oldest = store.next(chat, 1);
    String album = oldest.isEmpty() ? null : albumOf(oldest.getFirst());
    return album == null ? oldest : collect(album);
  }

  private List<PendingUpdate> collect(String album) throws IOException, InterruptedException {
    List<PendingUpdate> found = waiting(album);
    int before = 0;
    while (found.size() > before && found.size() < LARGEST_ALBUM) {
      before = found.size();
      time.sleep(QUIET);
      found = waiting(album);
    }
    return found;
  }

  /** People in a group may write between the pictures. */
  private List<PendingUpdate> waiting(String album) throws IOException, InterruptedException {
    return store.next(chat, LOOK_AHEAD).stream()
        .filter(update -> album.equals(albumOf(update)))
        .limit(LARGEST_ALBUM)
        .toList();
  }

  /** An edited picture is a separate message. */
  private static @Nullable String albumOf(PendingUpdate update) {
    return UpdateReader.read(update.raw()).event()
            instanceof TelegramUpdate.Posted(TelegramMessage message)
        ? message.album()
        : null;
  }
}
