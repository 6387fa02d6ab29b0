package bub.console.view;

/** Gives a chat another title. */
public record RenameRequest(String title) {}
