package bub.console.view;

/** A command for the agent of a chat. */
public record CommandRequest(String command) {}
