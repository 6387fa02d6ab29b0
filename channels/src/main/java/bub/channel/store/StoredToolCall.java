package bub.channel.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool that an agent used on the way to an answer.
 *
 * @param number unique in its store
 * @param afterLine the newest line of the chat when the tool was called
 * @param status {@code started}, {@code finished} or {@code failed}
 * @param result the beginning of what the tool returned, when the agent told it
 */
public record StoredToolCall(
    long number,
    long afterLine,
    String name,
    String arguments,
    String status,
    @Nullable String result,
    Instant at) {

  /** News of a tool call, as an agent tells it. */
  public record News(String name, String arguments, String status, @Nullable String result) {}
}
