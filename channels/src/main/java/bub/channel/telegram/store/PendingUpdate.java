package bub.channel.telegram.store;

import bub.json.RawJson;
import bub.protocol.message.ChatId;

/** An update that is confirmed to Telegram but not processed yet. */
public record PendingUpdate(long updateId, ChatId chat, RawJson raw) {}
