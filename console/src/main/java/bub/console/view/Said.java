package bub.console.view;

/** What a person said is on disk. */
public record Said(String messageId, boolean duplicate) {}
