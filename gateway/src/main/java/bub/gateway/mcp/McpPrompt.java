package bub.gateway.mcp;

import bub.json.JsonValue;
import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/** Prompt as clients see it: a capability, or a conversation starter of an agent. */
sealed interface McpPrompt extends JsonValue permits CapabilityPrompt, StarterPrompt {
  String name();

  /** Schema of an argument; null when there is none. */
  @Nullable RawJson property(String argument);
}
