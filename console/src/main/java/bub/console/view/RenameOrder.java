package bub.console.view;

/** Gives a chat another title. */
public record RenameOrder(String title) {}
