package bub.channel.telegram;

import org.jspecify.annotations.Nullable;

/**
 * How a bridge is doing, in numbers since it was started.
 *
 * @param bot the bot's name, once Telegram has told it
 * @param problem why nothing comes from Telegram at the moment
 * @param taken messages for agents
 * @param overheard messages of groups that were not for the bot
 * @param strangers messages of people who were not let in
 * @param ignored updates that mean nothing here
 * @param broken updates that could not be read
 * @param sent messages to people
 * @param undeliverable answers that Telegram does not take
 */
public record BridgeStatus(
    @Nullable String bot,
    @Nullable String problem,
    long taken,
    long overheard,
    long commands,
    long strangers,
    long ignored,
    long broken,
    long sent,
    long undeliverable) {}
