package bub.channel.store;

import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/**
 * A chat and its newest line.
 *
 * @param title null before the person's first message
 * @param latest newest line, possibly with only the beginning of its text
 */
public record ChatSummary(ChatId chat, @Nullable String title, ChatLine latest) {}
