package bub.channel.telegram;

import bub.channel.store.ChatLimits;
import bub.channel.store.ChatStore;
import bub.channel.telegram.store.Pairings;
import bub.channel.telegram.store.TelegramStore;
import bub.client.TimeSource;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** All files of the bridge; {@code scratch}, for files in transfer, is empty at the start. */
record BridgeStores(ChatStore chats, TelegramStore telegram, Pairings pairings, Path scratch)
    implements AutoCloseable {

  /** Throws {@link bub.store.StoreInUse} when another bridge of the same bot is running. */
  static BridgeStores open(TelegramSettings settings, TimeSource time)
      throws IOException, InterruptedException {
    Path directory = settings.botDirectory();
    Path scratch = directory.resolve("scratch");
    PrivateDirectory.create(scratch);
    ChatStore chats = ChatStore.open(directory.resolve("chats.db"), ChatLimits.standard(), time);
    TelegramStore telegram = null;
    try {
      clear(scratch);
      telegram = TelegramStore.open(directory.resolve("updates.db"), settings.limits().waiting());
      Pairings pairings = Pairings.open(settings.stateDir(), time, new SecureRandom()::nextInt);
      return new BridgeStores(chats, telegram, pairings, scratch);
    } catch (IOException | InterruptedException failed) {
      if (telegram != null) {
        telegram.close();
      }
      chats.close();
      throw failed;
    }
  }

  private static void clear(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (chats;
        telegram) {
      pairings.close();
    }
  }
}
