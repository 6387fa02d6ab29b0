package bub.channel.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.store.ChatLimits;
import bub.channel.store.ChatStore;
import bub.client.TimeSource;
import bub.protocol.Address;
import bub.protocol.message.ChatId;
import bub.store.PrivateDirectory;
import bub.store.StoreInUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The id of a conversation and the files that belong to it. */
record TerminalStore(ChatId chat, ChatStore store, Path inputHistory) {
  private static final int MAX_CONVERSATIONS = 100;
  private static final int MAX_NAME = 24;
  private static final int MAX_FILE_PART = 64;

  /** Without an id, a user who has one open gets the second conversation, and so on. */
  static TerminalStore open(TerminalSettings settings, TimeSource time) throws IOException {
    ChatId id = settings.id();
    if (id != null) {
      return open(settings, id, time);
    }
    String name = name(settings.user(), settings.to());
    for (int number = 1; ; number++) {
      try {
        return open(settings, new ChatId(number == 1 ? name : name + "-" + number), time);
      } catch (StoreInUse taken) {
        if (number == MAX_CONVERSATIONS) {
          throw taken;
        }
      }
    }
  }

  private static TerminalStore open(TerminalSettings settings, ChatId id, TimeSource time)
      throws IOException {
    Path directory = settings.stateDir().resolve("chats");
    PrivateDirectory.create(directory);
    String file = "term-" + id + suffix(settings.to());
    ChatStore store = ChatStore.open(directory.resolve(file + ".db"), ChatLimits.standard(), time);
    return new TerminalStore(id, store, directory.resolve(file + ".history"));
  }

  /** A conversation with a chosen agent has its own files: its messages are for that agent. */
  private static String suffix(@Nullable Address to) {
    if (to == null) {
      return "";
    }
    String agent = to.value();
    // An address may be longer than a file name.
    boolean fits = agent.length() <= MAX_FILE_PART;
    return "-to-" + (fits ? plain(agent) : UUID.nameUUIDFromBytes(agent.getBytes(UTF_8)));
  }

  /** The bus gives an address to one client, so each open conversation needs its own. */
  private static String name(String user, @Nullable Address to) {
    String name = cut(plain(user).replaceFirst("^[^A-Za-z0-9]+", ""));
    String mine = name.isEmpty() ? "me" : name;
    return to == null ? mine : mine + "-to-" + cut(plain(to.value().replaceFirst("^agent:", "")));
  }

  private static String plain(String text) {
    return text.replaceAll("[^A-Za-z0-9_.-]", "_");
  }

  private static String cut(String name) {
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
  }
}
