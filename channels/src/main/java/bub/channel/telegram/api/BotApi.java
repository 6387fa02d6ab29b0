package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of Telegram's Bot API. Every call blocks until it has an outcome, takes a bounded time,
 * reads a bounded answer, and ends early when its thread is interrupted. Safe for any thread.
 */
public interface BotApi {

  /** Returns the bot's identity. Also verifies the token. */
  ApiOutcome<TelegramUser> getMe() throws InterruptedException;

  /**
   * Waits for updates, at most {@code wait}. The offset confirms all updates before it, and
   * Telegram deletes them.
   */
  ApiOutcome<UpdateBatch> getUpdates(long offset, Duration wait, int limit)
      throws InterruptedException;

  /** Makes Telegram post the updates to a webhook. {@link #getUpdates} is then a conflict. */
  ApiOutcome<NoValue> setWebhook(Webhook webhook) throws InterruptedException;

  /** Removes the webhook, so that updates can be polled again. Waiting updates are kept. */
  ApiOutcome<NoValue> deleteWebhook() throws InterruptedException;

  /** Sets the entries of the bot's menu. */
  ApiOutcome<NoValue> setMyCommands(List<BotCommand> commands) throws InterruptedException;

  ApiOutcome<SentMessage> sendMessage(SendText message) throws InterruptedException;

  /** Replaces the text of a message that the bot has sent. */
  ApiOutcome<NoValue> editMessageText(EditText edit) throws InterruptedException;

  ApiOutcome<NoValue> deleteMessage(ChatId chat, long messageId) throws InterruptedException;

  /** Shows for about five seconds, or until the next message, that the bot is busy. */
  ApiOutcome<NoValue> sendChatAction(ChatId chat, @Nullable Long thread, ChatAction action)
      throws InterruptedException;

  /** Sends a file and streams it from disk. */
  ApiOutcome<SentMessage> sendDocument(SendFile file) throws InterruptedException;

  /** Returns the location for {@link #download}, valid for about an hour. */
  ApiOutcome<RemoteFile> getFile(String fileId) throws InterruptedException;

  /**
   * Writes a file to {@code target}, which must not exist yet, readable by its owner only. A file
   * of more than {@code maxBytes} is refused as {@link TelegramRefusal#FILE_TOO_BIG}. A failure
   * leaves no file behind.
   *
   * @return the size in bytes
   */
  ApiOutcome<Long> download(RemoteFile file, Path target, long maxBytes)
      throws InterruptedException;

  ApiOutcome<Membership> getChatMember(ChatId chat, long userId) throws InterruptedException;
}
