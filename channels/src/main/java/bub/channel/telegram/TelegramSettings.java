package bub.channel.telegram;

import bub.channel.ChatSettings;
import bub.channel.telegram.api.BotToken;
import bub.channel.telegram.api.HttpBotApi;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Settings of one bridge: the bot, its server, its files and its access list.
 *
 * @param workspaces parent of the agents' directories, {@code telegram:ID} for each chat
 * @param allow Telegram ids of people and groups who need no pairing
 */
public record TelegramSettings(
    BotToken token,
    URI apiUrl,
    Path stateDir,
    Path workspaces,
    Set<Long> allow,
    UpdateSource updates,
    ChatSettings chats,
    TelegramLimits limits) {
  private static final Duration POLL = Duration.ofSeconds(50);

  public TelegramSettings {
    allow = Set.copyOf(allow);
  }

  public static TelegramSettings of(BotToken token, Path stateDir) {
    return new TelegramSettings(
        token,
        HttpBotApi.TELEGRAM,
        stateDir,
        stateDir.resolve("workspaces"),
        Set.of(),
        new UpdateSource.Polling(POLL),
        ChatSettings.standard(),
        TelegramLimits.standard());
  }

  /** Parses a list such as {@code 7, -100123}. */
  public static Set<Long> ids(String list) {
    var ids = new HashSet<Long>();
    for (String id : list.strip().split("[,\\s]+", -1)) {
      try {
        if (!id.isEmpty()) {
          ids.add(Long.valueOf(id));
        }
      } catch (NumberFormatException noNumber) {
        throw new IllegalArgumentException(
            "not a Telegram id: " + id + "; use the number of the person or group", noNumber);
      }
    }
    return ids;
  }

  public TelegramSettings withApiUrl(URI server) {
    return new TelegramSettings(token, server, stateDir, workspaces, allow, updates, chats, limits);
  }

  public TelegramSettings withWorkspaces(Path directory) {
    return new TelegramSettings(token, apiUrl, stateDir, directory, allow, updates, chats, limits);
  }

  public TelegramSettings withAllow(Set<Long> ids) {
    return new TelegramSettings(token, apiUrl, stateDir, workspaces, ids, updates, chats, limits);
  }

  public TelegramSettings withUpdates(UpdateSource source) {
    return new TelegramSettings(token, apiUrl, stateDir, workspaces, allow, source, chats, limits);
  }

  public TelegramSettings withChats(ChatSettings other) {
    return new TelegramSettings(token, apiUrl, stateDir, workspaces, allow, updates, other, limits);
  }

  public TelegramSettings withLimits(TelegramLimits most) {
    return new TelegramSettings(token, apiUrl, stateDir, workspaces, allow, updates, chats, most);
  }

  /** Message numbers of two bots are unrelated, so each bot has its own directory. */
  Path botDirectory() {
    return stateDir.resolve("chats").resolve("telegram-" + token.botId());
  }
}
