/**
 * The Telegram bridge: every chat with the bot is a chat of the bus, {@code tg:id}, with an agent
 * of its own.
 *
 * <p>An update is on disk before Telegram is told to forget it: the {@link
 * bub.channel.telegram.Poller} or the {@link bub.channel.telegram.WebhookReceiver} hands it to the
 * {@link bub.channel.telegram.UpdateIntake}. From there each chat has a lane of its own, where a
 * {@link bub.channel.telegram.UpdateWorker} brings one update after the other to the {@link
 * bub.channel.telegram.UpdateHandler}, which decides what it is: a message for the agent, talk
 * among the people of a group, a command, or a stranger. What is said to people comes through the
 * {@link bub.channel.telegram.TelegramEdge}, one message at a time, as fast as Telegram allows.
 *
 * <p>Every step can be repeated: an update that is handled twice makes the same message ids, and
 * the chats take each once. Only what was sent to Telegram and not noted before a kill is sent
 * again: Telegram knows no duplicates.
 */
@NullMarked
package bub.channel.telegram;

import org.jspecify.annotations.NullMarked;
