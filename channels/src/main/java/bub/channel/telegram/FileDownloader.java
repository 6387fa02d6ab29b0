package bub.channel.telegram;

import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.BotApi;
import bub.channel.telegram.api.MediaFile;
import bub.channel.telegram.api.MessageContent;
import bub.channel.telegram.api.RemoteFile;
import bub.channel.telegram.api.TelegramRefusal;
import bub.client.Backoff;
import bub.client.ClientEnvironment;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Downloader of people's files to the inboxes of their agents. Blocks; safe for any thread. */
final class FileDownloader {
  private static final Logger LOG = LoggerFactory.getLogger(FileDownloader.class);

  /** Text for the agent, and data about the file; null when the download failed. */
  record Luggage(String words, @Nullable RawJson facts) {}

  private final BotApi api;
  private final SharedFiles workspaces;
  private final Path scratch;
  private final TelegramLimits limits;
  private final ClientEnvironment environment;
  private final Semaphore hands;
  private final AtomicLong drafts = new AtomicLong();

  FileDownloader(
      BotApi api,
      SharedFiles workspaces,
      Path scratch,
      TelegramLimits limits,
      ClientEnvironment environment) {
    this.api = api;
    this.workspaces = workspaces;
    this.scratch = scratch;
    this.limits = limits;
    this.environment = environment;
    this.hands = new Semaphore(limits.downloads());
  }

  Luggage bring(ChatId chat, String ownId, MessageContent.Media media) throws InterruptedException {
    String kind = MessageDescription.kind(media);
    MediaFile file = media.file();
    Long size = file.size();
    if (size != null && size > limits.fileBytes()) {
      return missing(kind, file, "it is larger than " + limits.fileBytes() + " bytes");
    }
    String name = FileNames.of(ownId, media);
    hands.acquire();
    Path draft = scratch.resolve("in-" + drafts.incrementAndGet());
    try {
      String problem = download(file, draft);
      if (problem != null) {
        return missing(kind, file, problem);
      }
      long bytes = Files.size(draft);
      workspaces.receive(chat, name, draft, limits.inboxBytes());
      String path = SharedFiles.INBOX + "/" + name;
      return new Luggage("[" + kind + ": " + path + "]", facts(kind, path, bytes, file));
    } catch (IOException failed) {
      LOG.error("Cannot store a file of chat {}", chat, failed);
      return missing(kind, file, "it could not be saved");
    } finally {
      hands.release();
      discard(draft);
    }
  }

  /** Returns the problem, or null on success. */
  private @Nullable String download(MediaFile file, Path target) throws InterruptedException {
    Instant giveUpAt = environment.time().now().plus(limits.fetchTimeout());
    for (int failures = 0; ; failures++) {
      switch (attempt(file, target)) {
        case ApiOutcome.Ok<Long> _ -> {
          return null;
        }
        case ApiOutcome.Refused<Long> refused -> {
          return refused.kind() == TelegramRefusal.FILE_TOO_BIG
              ? "it is too big"
              : "Telegram refused the download: " + refused.description();
        }
        case ApiOutcome.Retry<Long>(Duration after, String why) -> {
          Duration backoff = Backoff.REDELIVER.delay(failures, environment.chance());
          Duration pause = after.compareTo(backoff) > 0 ? after : backoff;
          if (environment.time().now().plus(pause).isAfter(giveUpAt)) {
            return "the download failed: " + why;
          }
          environment.time().sleep(pause);
        }
      }
    }
  }

  private ApiOutcome<Long> attempt(MediaFile file, Path target) throws InterruptedException {
    return switch (api.getFile(file.id())) {
      case ApiOutcome.Ok<RemoteFile>(RemoteFile remote) ->
          api.download(remote, target, limits.fileBytes());
      case ApiOutcome.Retry<RemoteFile>(Duration after, String why) ->
          new ApiOutcome.Retry<>(after, why);
      case ApiOutcome.Refused<RemoteFile> refused ->
          new ApiOutcome.Refused<>(
              refused.code(), refused.description(), refused.kind(), refused.migratedTo());
    };
  }

  private static Luggage missing(String kind, MediaFile file, String why) {
    String name = file.name();
    String what = name == null ? kind : kind + " " + FileNames.safe(name);
    return new Luggage("[" + what + ", not available: " + why + "]", null);
  }

  private static RawJson facts(String kind, String path, long bytes, MediaFile file) {
    JsonValue facts =
        out -> {
          out.beginObject().field("kind", kind).field("path", path).field("size", bytes);
          out.optional("name", file.name()).optional("mime_type", file.mimeType()).endObject();
        };
    return facts.toRaw();
  }

  private static void discard(Path draft) {
    try {
      Files.deleteIfExists(draft);
    } catch (IOException stays) {
      LOG.warn("Cannot delete {}: {}", draft, stays.getMessage());
    }
  }
}
