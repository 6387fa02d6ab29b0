package bub.channel.telegram.api;

import bub.protocol.message.ChatId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bot can do at Telegram. Every call blocks until it has an outcome, takes a bounded time,
 * reads a bounded answer, and ends early when its thread is interrupted. Safe for any thread.
 */
public interface BotApi {

  /** Who the bot is; also the way to find out whether the token is good. */
  ApiOutcome<TelegramUser> getMe() throws InterruptedException;

  /**
   * Waits for updates, at most {@code wait}. To ask from an offset confirms all updates before it:
   * Telegram then forgets them.
   */
  ApiOutcome<UpdateBatch> getUpdates(long offset, Duration wait, int limit)
      throws InterruptedException;

  /** Lets Telegram bring the updates; from then on {@link #getUpdates} is a conflict. */
  ApiOutcome<NoValue> setWebhook(Webhook webhook) throws InterruptedException;

  /** Lets updates be fetched again. Those that wait are kept. */
  ApiOutcome<NoValue> deleteWebhook() throws InterruptedException;

  /** What the bot's menu offers. */
  ApiOutcome<NoValue> setMyCommands(List<BotCommand> commands) throws InterruptedException;

  ApiOutcome<SentMessage> sendMessage(SendText message) throws InterruptedException;

  /** Replaces the text of a message that the bot has sent. */
  ApiOutcome<NoValue> editMessageText(EditText edit) throws InterruptedException;

  /** Removes a message that the bot has sent. */
  ApiOutcome<NoValue> deleteMessage(ChatId chat, long messageId) throws InterruptedException;

  /** Says for about five seconds, or until the next message, that the bot is busy. */
  ApiOutcome<NoValue> sendChatAction(ChatId chat, @Nullable Long thread, ChatAction action)
      throws InterruptedException;

  /** Sends a file, which is read while it is sent. */
  ApiOutcome<SentMessage> sendDocument(SendFile file) throws InterruptedException;

  /** Where to {@link #download} a file from, for about an hour. */
  ApiOutcome<RemoteFile> getFile(String fileId) throws InterruptedException;

  /**
   * Writes a file to {@code target}, which must not exist yet, readable by its owner only. A file
   * of more than {@code maxBytes} is refused as {@link TelegramRefusal#FILE_TOO_BIG}; whatever
   * fails leaves no file behind.
   *
   * @return how many bytes it has
   */
  ApiOutcome<Long> download(RemoteFile file, Path target, long maxBytes)
      throws InterruptedException;

  /** What somebody is in a chat. */
  ApiOutcome<Membership> getChatMember(ChatId chat, long userId) throws InterruptedException;
}
