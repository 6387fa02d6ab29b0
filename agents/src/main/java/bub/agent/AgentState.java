package bub.agent;

import bub.protocol.Address;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of an agent's identity.
 *
 * @param talkto address that gets the answers; null until one is configured
 */
public record AgentState(Address clientId, @Nullable Address talkto, Path workspace) {}
