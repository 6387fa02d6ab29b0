package bub.console.view;

/** An agent's answer to a command. */
public record CommandReply(String text) {}
