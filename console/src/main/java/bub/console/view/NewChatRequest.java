package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Request for a new chat.
 *
 * @param agent address to talk to; absent for an agent of its own
 */
public record NewChatRequest(@Nullable String agent) {}
