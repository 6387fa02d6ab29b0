/**
 * The Telegram bridge: every chat with the bot is a chat on the bus, {@code tg:id}, with an agent
 * of its own.
 *
 * <p>An update is on disk before it is confirmed to Telegram: the {@link
 * bub.channel.telegram.Poller} or the {@link bub.channel.telegram.WebhookReceiver} passes it to the
 * {@link bub.channel.telegram.UpdateIntake}. From there each chat has a worker thread, where a
 * {@link bub.channel.telegram.UpdateWorker} passes updates in order to the {@link
 * bub.channel.telegram.UpdateHandler}, which classifies them: a message for the agent, a group
 * message for others, a command, or a message of an unknown person. Lines for people leave through
 * the {@link bub.channel.telegram.TelegramEdge}, one message at a time, within Telegram's rate
 * limits.
 *
 * <p>Every step can be repeated: an update that is handled twice yields the same message ids, and
 * the chats accept each id once. Only a message that was sent to Telegram but not recorded before a
 * crash is sent again, because Telegram does not detect duplicates.
 */
@NullMarked
package bub.channel.telegram;

import org.jspecify.annotations.NullMarked;
