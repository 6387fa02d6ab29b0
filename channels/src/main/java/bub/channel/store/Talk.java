package bub.channel.store;

import bub.protocol.message.ChatId;

/**
 * A chat, and the newest thing said in it.
 *
 * @param latest perhaps only the beginning of its text
 */
public record Talk(ChatId chat, Line latest) {}
