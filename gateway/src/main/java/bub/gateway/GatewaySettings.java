package bub.gateway;

import bub.gateway.a2a.A2aSettings;
import bub.gateway.oauth.TokenIssuer;
import bub.protocol.ConversationStarters;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Settings of the doors.
 *
 * @param state directory of files that outlive the process
 * @param isLocked asked for every request, because the bus may be locked at any time
 * @param takesAnonymous true to accept programs on this machine while the bus is open
 * @param a2a settings of the A2A door, which has tasks on disk
 * @param starters messages for the agents that bub starts for callers
 * @param tokens source of tokens for the programs that an operator lets in
 */
public record GatewaySettings(
    Path state,
    Set<DoorName> doors,
    BooleanSupplier isLocked,
    boolean takesAnonymous,
    A2aSettings a2a,
    ConversationStarters starters,
    TokenIssuer tokens) {}
