package bub.channel.telegram;

import bub.channel.ChatEdge;
import bub.channel.ChatProgress;
import bub.channel.DisplayResult;
import bub.channel.store.ChatLine;
import bub.channel.telegram.api.ApiOutcome;
import bub.channel.telegram.api.NoValue;
import bub.channel.telegram.text.MessagePart;
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

/** Telegram side of a chat: one message per call, so that the number of sent ones is on disk. */
final class TelegramEdge implements ChatEdge {
  private static final Logger LOG = LoggerFactory.getLogger(TelegramEdge.class);
  private static final Duration WITHOUT_TOKEN = Duration.ofMinutes(1);
  private static final String NO_WORDS = "(empty answer)";

  private final TelegramSender sender;
  private final DraftMessages drafts;
  private final SharedFiles workspaces;
  private final Path scratch;
  private final long fileBytes;
  private final BridgeCounters counters;
  private final AtomicLong copies = new AtomicLong();

  TelegramEdge(
      TelegramSender sender,
      DraftMessages drafts,
      SharedFiles workspaces,
      Path scratch,
      long fileBytes,
      BridgeCounters counters) {
    this.sender = sender;
    this.drafts = drafts;
    this.workspaces = workspaces;
    this.scratch = scratch;
    this.fileBytes = fileBytes;
    this.counters = counters;
  }

  @Override
  public DisplayResult show(ChatId chat, ChatLine line) throws IOException, InterruptedException {
    List<MessagePart> parts = parts(line);
    List<Path> files = files(line);
    int next = line.partsShown();
    ApiOutcome<?> outcome =
        next < parts.size()
            ? text(chat, line, parts.get(next))
            : file(chat, line, files.get(next - parts.size()));
    return switch (outcome) {
      case ApiOutcome.Ok<?> _ -> {
        counters.sent.increment();
        int sent = next + 1;
        yield sent < parts.size() + files.size()
            ? new DisplayResult.Partly(sent)
            : new DisplayResult.Done();
      }
      case ApiOutcome.Retry<?>(Duration after, String why) -> new DisplayResult.Later(after, why);
      case ApiOutcome.Refused<?> refused -> refused(refused);
    };
  }

  private static List<MessagePart> parts(ChatLine line) {
    List<MessagePart> parts =
        switch (line.speaker()) {
          case AGENT, HUMAN -> TelegramText.of(line.text());
          case OPERATOR -> TelegramText.of(line.operator() + ": " + line.text());
          case HOUSE -> List.of(plain(line.text()));
        };
    return parts.isEmpty() ? List.of(plain(NO_WORDS)) : parts;
  }

  private static MessagePart plain(String text) {
    int most = TelegramText.MAX_UNITS;
    return new MessagePart(text.length() > most ? text.substring(0, most) : text, List.of());
  }

  private static List<Path> files(ChatLine line) {
    return line.isFromAgent() ? FileLinks.in(line.text()) : List.of();
  }

  private ApiOutcome<?> text(ChatId chat, ChatLine line, MessagePart part)
      throws IOException, InterruptedException {
    boolean isFirst = line.partsShown() == 0;
    ApiOutcome<NoValue> completed = isFirst ? drafts.complete(chat, line, part) : null;
    return completed != null
        ? completed
        : sender.text(chat, part, isFirst ? line.replyToOwnId() : null);
  }

  /** Skips a link that does not lead to a file of the agent. */
  private ApiOutcome<?> file(ChatId chat, ChatLine line, Path file)
      throws IOException, InterruptedException {
    Path copy = scratch.resolve("out-" + copies.incrementAndGet());
    try {
      workspaces.fetch(chat, file, copy, fileBytes);
    } catch (IOException noSuchFile) {
      LOG.debug("Chat {}: did not send {}: {}", chat, file, noSuchFile.toString());
      Files.deleteIfExists(copy);
      return new ApiOutcome.Ok<>(new NoValue());
    }
    try {
      return sender.file(chat, copy, file.getFileName().toString(), line.replyToOwnId());
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  private DisplayResult refused(ApiOutcome.Refused<?> refused) {
    return switch (refused.kind()) {
      // The operator can fix the token, so keep the answer.
      case UNAUTHORIZED -> new DisplayResult.Later(WITHOUT_TOKEN, refused.description());
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
        counters.undeliverable.increment();
        yield new DisplayResult.Never(refused.description());
      }
    };
  }

  @Override
  public void progress(ChatId chat, ChatProgress progress)
      throws IOException, InterruptedException {
    switch (progress) {
      case ChatProgress.Typing _, ChatProgress.ToolCall _ -> sender.typing(chat);
      case ChatProgress.Partial partial -> drafts.show(chat, partial);
      case ChatProgress.Stopped _ -> drafts.remove(chat);
      case ChatProgress.Delayed(String reason) ->
          sender.text(chat, plain("Please wait: " + reason + "."), null);
    }
  }
}
