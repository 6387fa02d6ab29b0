package bub.channel.store;

import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/**
 * A chat, and the newest thing said in it.
 *
 * @param title null until its person said something
 * @param latest perhaps only the beginning of its text
 */
public record ChatSummary(ChatId chat, @Nullable String title, ChatLine latest) {}
