package bub.channel.telegram;

import bub.channel.Edge;
import bub.channel.Progress;
import bub.channel.Shown;
import bub.channel.store.Line;
import bub.channel.telegram.api.Done;
import bub.channel.telegram.api.Outcome;
import bub.channel.telegram.text.Part;
import bub.channel.telegram.text.TelegramText;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The people at Telegram. A line goes out as several messages when it is long or has files: one a
 * call, so that it is on disk how many are sent.
 */
final class TelegramEdge implements Edge {
  private static final Logger LOG = LoggerFactory.getLogger(TelegramEdge.class);
  private static final Duration WITHOUT_TOKEN = Duration.ofMinutes(1);
  private static final String NO_WORDS = "(no words)";

  private final Courier courier;
  private final Drafts drafts;
  private final Workspaces workspaces;
  private final Path scratch;
  private final long fileBytes;
  private final Tally tally;
  private final AtomicLong copies = new AtomicLong();

  TelegramEdge(
      Courier courier,
      Drafts drafts,
      Workspaces workspaces,
      Path scratch,
      long fileBytes,
      Tally tally) {
    this.courier = courier;
    this.drafts = drafts;
    this.workspaces = workspaces;
    this.scratch = scratch;
    this.fileBytes = fileBytes;
    this.tally = tally;
  }

  @Override
  public Shown show(ChatId chat, Line line) throws IOException, InterruptedException {
    List<Part> parts = parts(line);
    List<Path> files = files(line);
    int next = line.partsShown();
    Outcome<?> outcome =
        next < parts.size()
            ? text(chat, line, parts.get(next))
            : file(chat, line, files.get(next - parts.size()));
    return switch (outcome) {
      case Outcome.Ok<?> _ -> {
        tally.sent.increment();
        int sent = next + 1;
        yield sent < parts.size() + files.size() ? new Shown.Partly(sent) : new Shown.Done();
      }
      case Outcome.Retry<?>(Duration after, String why) -> new Shown.Later(after, why);
      case Outcome.Refused<?> refused -> refused(refused);
    };
  }

  private static List<Part> parts(Line line) {
    List<Part> parts =
        switch (line.speaker()) {
          case AGENT, HUMAN -> TelegramText.of(line.text());
          case OPERATOR -> TelegramText.of(line.operator() + ": " + line.text());
          case HOUSE -> List.of(plain(line.text()));
        };
    return parts.isEmpty() ? List.of(plain(NO_WORDS)) : parts;
  }

  private static Part plain(String text) {
    int most = TelegramText.MAX_UNITS;
    return new Part(text.length() > most ? text.substring(0, most) : text, List.of());
  }

  private static List<Path> files(Line line) {
    return line.isFromAgent() ? FileLinks.in(line.text()) : List.of();
  }

  private Outcome<?> text(ChatId chat, Line line, Part part)
      throws IOException, InterruptedException {
    boolean isFirst = line.partsShown() == 0;
    Outcome<Done> completed = isFirst ? drafts.complete(chat, line, part) : null;
    return completed != null
        ? completed
        : courier.text(chat, part, isFirst ? line.replyToOwnId() : null);
  }

  /** A link to no file of the agent's is just a link: then there is nothing to send. */
  private Outcome<?> file(ChatId chat, Line line, Path file)
      throws IOException, InterruptedException {
    Path copy = scratch.resolve("out-" + copies.incrementAndGet());
    try {
      workspaces.fetch(chat, file, copy, fileBytes);
    } catch (IOException noSuchFile) {
      LOG.debug("chat {}: {} is not sent: {}", chat, file, noSuchFile.toString());
      Files.deleteIfExists(copy);
      return new Outcome.Ok<>(new Done());
    }
    try {
      return courier.file(chat, copy, file.getFileName().toString(), line.replyToOwnId());
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private Shown refused(Outcome.Refused<?> refused) {
    return switch (refused.kind()) {
      // Whoever runs the bridge can mend that; the answer is worth waiting for it.
      case UNAUTHORIZED -> new Shown.Later(WITHOUT_TOKEN, refused.description());
      case BLOCKED,
          CHAT_GONE,
          BAD_FORMATTING,
          TOO_LONG,
          NOT_MODIFIED,
          REPLY_GONE,
          CONFLICT,
          MIGRATED,
          FILE_TOO_BIG,
          OTHER -> {
        tally.undeliverable.increment();
        yield new Shown.Never(refused.description());
      }
    };
  }

  @Override
  public void progress(ChatId chat, Progress progress) throws IOException, InterruptedException {
    switch (progress) {
      case Progress.Typing _, Progress.ToolCall _ -> courier.typing(chat);
      case Progress.Partial partial -> drafts.show(chat, partial);
      case Progress.Delayed(String reason) ->
          courier.text(chat, plain("One moment: " + reason + "."), null);
    }
  }
}
