package bub.console.view;

import bub.json.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * A call of a capability.
 *
 * @param agentId who is to do it; whoever has least to do when it is absent
 */
public record CallRequest(
    String capability, @Nullable String agentId, RawJson input, @Nullable Integer timeoutSeconds) {}
