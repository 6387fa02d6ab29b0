package bub.channel.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of an agent on the way to an answer.
 *
 * @param afterLine newest line of the chat at the time of the call
 * @param status {@code started}, {@code finished} or {@code failed}
 * @param result beginning of the tool's result, when the agent sent it
 */
public record StoredToolCall(
    long number,
    long afterLine,
    String name,
    String arguments,
    String status,
    @Nullable String result,
    Instant at) {

  public record News(String name, String arguments, String status, @Nullable String result) {}
}
