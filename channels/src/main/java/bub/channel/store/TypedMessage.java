package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/** A person's message. Its id is unique in its chat; {@code ownId} is the channel's own id. */
public record TypedMessage(
    ChatId chat, MessageId messageId, @Nullable String ownId, String text, RawJson payload) {}
