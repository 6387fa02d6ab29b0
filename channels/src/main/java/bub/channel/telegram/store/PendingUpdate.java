package bub.channel.telegram.store;

import bub.json.RawJson;
import bub.protocol.message.ChatId;

/** An update that Telegram need not keep any longer, and that nothing was done about yet. */
public record PendingUpdate(long updateId, ChatId chat, RawJson raw) {}
