package bub.console.view;

/** Request for a new title of a chat. */
public record RenameRequest(String title) {}
