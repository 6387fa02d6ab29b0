package bub.channel.store;

import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/** A chat, its title (null before the first message) and its newest line, maybe shortened. */
public record ChatSummary(ChatId chat, @Nullable String title, ChatLine latest) {}
