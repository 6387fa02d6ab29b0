package bub.console.view;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A call of a capability.
 *
 * @param agentId agent to call; when absent, the one with the least work
 */
public record CallRequest(
    String capability, @Nullable String agentId, RawJson input, @Nullable Integer timeoutSeconds) {}
