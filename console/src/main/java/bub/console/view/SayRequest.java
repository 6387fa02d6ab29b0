package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * What a person says in a chat.
 *
 * @param id the browser's own name for it: said again under the same one, it has one effect
 */
public record SayRequest(String text, @Nullable String id) {}
