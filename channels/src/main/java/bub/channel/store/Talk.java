package bub.channel.store;

import bub.protocol.message.ChatId;

/** A chat, and the newest thing said in it. */
public record Talk(ChatId chat, Line latest) {}
