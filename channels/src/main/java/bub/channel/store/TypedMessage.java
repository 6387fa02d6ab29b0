package bub.channel.store;

import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import org.jspecify.annotations.Nullable;

/**
 * What a person typed.
 *
 * @param messageId unique in its chat: a second message of this id is a duplicate
 * @param ownId the channel's own name for it, when it has one
 * @param payload what goes to the agent
 */
public record TypedMessage(
    ChatId chat, MessageId messageId, @Nullable String ownId, String text, RawJson payload) {}
