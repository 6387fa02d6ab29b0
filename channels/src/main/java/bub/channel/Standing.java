package bub.channel;

import bub.channel.store.Backlog;

/** How things are with a chat. */
public record Standing(Stage stage, Backlog backlog) {}
