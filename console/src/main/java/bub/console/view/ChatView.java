package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * How things are with a chat.
 *
 * @param stage {@code no_agent}, {@code spawning}, {@code configuring} or {@code ready}
 * @param words the same for people
 */
public record ChatView(
    String id,
    String address,
    String stage,
    @Nullable String agent,
    String words,
    int toDeliver,
    int unanswered) {}
