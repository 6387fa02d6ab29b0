package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Request to send a message again, under a new id.
 *
 * @param as {@code sender} or {@code console}
 */
public record ResendRequest(String messageId, @Nullable String as) {}
