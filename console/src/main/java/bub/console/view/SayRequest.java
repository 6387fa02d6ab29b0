package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * A person's message in a chat.
 *
 * @param id the browser's own id of the message: a repeated message with the same id has one effect
 */
public record SayRequest(String text, @Nullable String id) {}
