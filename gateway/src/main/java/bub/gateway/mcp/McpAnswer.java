package bub.gateway.mcp;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Answer to a request that may take a while. */
sealed interface McpAnswer
    permits ToolOutcome, McpAnswer.Read, McpAnswer.Got, McpAnswer.InputNeeded {
  /** Members of a result that clients may cache in some revisions. */
  record Read(Consumer<JsonWriter> members) implements McpAnswer {}

  /** Members of a result that clients do not cache. */
  record Got(Consumer<JsonWriter> members) implements McpAnswer {}

  /** Questions that the client answers by repeating its request; {@code state} is sealed. */
  record InputNeeded(RawJson requests, @Nullable String state) implements McpAnswer {}
}
