package bub.channel;

import bub.channel.store.ChatBacklog;

/** Stage and backlog of a chat. */
public record ChatStatus(ChatStage stage, ChatBacklog backlog) {}
