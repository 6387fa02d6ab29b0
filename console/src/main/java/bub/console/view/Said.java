package bub.console.view;

/** Confirms that a person's message is on disk. */
public record Said(String messageId, boolean duplicate) {}
