package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * A message to be sent once more, under a new id.
 *
 * @param as {@code sender} or {@code console}
 */
public record ResendRequest(String messageId, @Nullable String as) {}
