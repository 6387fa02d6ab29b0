package bub.console.view;

/** What an agent says to a command. */
public record CommandReply(String text) {}
