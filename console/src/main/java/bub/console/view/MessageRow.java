package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * A message at a glance.
 *
 * @param id the number of its first event in the log
 * @param status {@code pending} until its sender has an answer
 * @param tookMs from its first event to its last
 * @param failed how many of the recipients did not take it
 * @param preview the beginning of what it says
 * @param bytes how long the payload is
 * @param background true for what agents tell while they write, and for the console's own questions
 */
public record MessageRow(
    long id,
    String messageId,
    String from,
    String to,
    @Nullable String type,
    String status,
    String at,
    @Nullable Double tookMs,
    int recipients,
    int failed,
    String preview,
    int bytes,
    @Nullable String error,
    boolean background) {
  public static final String PENDING = "pending";
}
