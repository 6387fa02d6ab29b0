package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Asks for a new chat.
 *
 * @param agent the address to talk to; absent for an agent of its own
 */
public record NewChatRequest(@Nullable String agent) {}
