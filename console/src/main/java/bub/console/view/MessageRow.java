package bub.console.view;

import org.jspecify.annotations.Nullable;

/**
 * Summary of a message.
 *
 * @param id number of its first event in the log
 * @param status {@code pending} until its sender has an answer
 * @param tookMs time from its first event to its last
 * @param failed number of recipients that did not accept it
 * @param preview beginning of its text
 * @param bytes length of the payload
 * @param background true for progress events of agents and for the console's own requests
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
