package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * How things are with a chat.
 *
 * @param stage {@code no_agent}, {@code spawning}, {@code configuring} or {@code ready}
 * @param words the same for people
 * @param readOnly true for a chat of another channel that operators may not write in
 * @param readOnlyBecause a sentence that says why, and what to do about it
 */
public record ChatView(
    String id,
    String address,
    @Nullable String title,
    String stage,
    @Nullable String agent,
    String words,
    int toDeliver,
    int unanswered,
    boolean readOnly,
    @Nullable String readOnlyBecause) {}
