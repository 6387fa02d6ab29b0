package bub.agent;

import bub.protocol.Address;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an agent is at this moment.
 *
 * @param talkto whom it answers; null until it is told
 */
public record AgentState(Address clientId, @Nullable Address talkto, Path workspace) {}
