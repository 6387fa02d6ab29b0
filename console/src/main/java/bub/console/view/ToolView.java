package bub.console.view;

import bub.channel.store.StoredToolCall;
import org.jspecify.annotations.Nullable;

/**
 * A tool that an agent used in a chat.
 *
 * @param after the number of the line that came before it
 * @param status {@code started}, {@code finished} or {@code failed}
 * @param result the beginning of what the tool returned
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
