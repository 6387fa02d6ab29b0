package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of Telegram's Bot API, bounded in time and size. Each blocks. Safe for any thread. */
public interface BotApi {

  /** Also verifies the token. */
  ApiOutcome<TelegramUser> getMe() throws InterruptedException;

  /** The offset confirms all updates before it, and Telegram deletes them. */
  ApiOutcome<UpdateBatch> getUpdates(long offset, Duration wait, int limit)
      throws InterruptedException;

  /** After this, {@link #getUpdates} is a conflict. */
  ApiOutcome<NoValue> setWebhook(Webhook webhook) throws InterruptedException;

  /** Waiting updates are kept. */
  ApiOutcome<NoValue> deleteWebhook() throws InterruptedException;

  ApiOutcome<NoValue> setMyCommands(List<BotCommand> commands) throws InterruptedException;

  ApiOutcome<SentMessage> sendMessage(SendText message) throws InterruptedException;

  ApiOutcome<NoValue> editMessageText(EditText edit) throws InterruptedException;

  ApiOutcome<NoValue> deleteMessage(ChatId chat, long messageId) throws InterruptedException;

  /** Lasts about five seconds, or until the next message. */
  ApiOutcome<NoValue> sendChatAction(ChatId chat, @Nullable Long thread, ChatAction action)
      throws InterruptedException;

  ApiOutcome<SentMessage> sendDocument(SendFile file) throws InterruptedException;

  /** The location is valid for about an hour. */
  ApiOutcome<RemoteFile> getFile(String fileId) throws InterruptedException;

  /**
   * Writes to {@code target}, which must not exist yet, readable by its owner only. Refuses more
   * than {@code maxBytes} as {@link TelegramRefusal#FILE_TOO_BIG}. A failure leaves no file behind.
   * Returns the size in bytes.
   */
  ApiOutcome<Long> download(RemoteFile file, Path target, long maxBytes)
      throws InterruptedException;

  ApiOutcome<Membership> getChatMember(ChatId chat, long userId) throws InterruptedException;
}
