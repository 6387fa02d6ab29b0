/**
 * The Telegram bridge: every chat with the bot is a chat on the bus, {@code tg:id}.
 *
 * <p>The {@link bub.channel.telegram.Poller} or the {@link bub.channel.telegram.WebhookReceiver}
 * passes an update to the {@link bub.channel.telegram.UpdateIntake}, which stores it before it is
 * confirmed to Telegram. A worker thread per chat passes updates in order to the {@link
 * bub.channel.telegram.UpdateHandler}. Lines for people leave through the {@link
 * bub.channel.telegram.TelegramEdge}, within Telegram's rate limits.
 *
 * <p>Every step can be repeated, because the chats accept each message id once. Only a message that
 * was sent to Telegram but not recorded before a crash is sent again, because Telegram does not
 * detect duplicates.
 */
@NullMarked
package bub.channel.telegram;

import org.jspecify.annotations.NullMarked;
