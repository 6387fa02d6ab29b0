package bub.channel;

import bub.channel.store.ChatBacklog;

/** How things are with a chat. */
public record ChatStatus(ChatStage stage, ChatBacklog backlog) {}
