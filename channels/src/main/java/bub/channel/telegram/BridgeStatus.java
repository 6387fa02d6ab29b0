package bub.channel.telegram;

import org.jspecify.annotations.Nullable;

/**
 * State of a bridge, with counters since its start.
 *
 * @param bot name of the bot, once Telegram has reported it
 * @param problem reason why no updates arrive from Telegram at the moment
 * @param overheard group messages that were not for the bot
 * @param strangers messages of people without access
 * @param broken updates that could not be read
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
