package bub.console.view;

import bub.channel.store.StoredToolCall;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of an agent in a chat.
 *
 * @param after number of the line before it
 * @param status {@code started}, {@code finished} or {@code failed}
 * @param result beginning of the tool's result
 */
public record ToolView(
    long number,
    long after,
    String name,
    String arguments,
    String status,
    @Nullable String result,
    String at) {

  public static ToolView of(StoredToolCall call) {
    return new ToolView(
        call.number(),
        call.afterLine(),
        call.name(),
        call.arguments(),
        call.status(),
        call.result(),
        call.at().toString());
  }
}
