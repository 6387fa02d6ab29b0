package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/**
 * A person's message.
 *
 * @param messageId unique in its chat: a second message with this id is a duplicate
 * @param ownId the channel's own id of the message, if any
 * @param payload payload for the agent
 */
public record TypedMessage(
    ChatId chat, MessageId messageId, @Nullable String ownId, String text, RawJson payload) {}
