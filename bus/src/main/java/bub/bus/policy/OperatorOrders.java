package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.OperatorAddresses;
import bub.protocol.Role;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The types of orders that operators give about sessions of others. Their recipients see only
 * {@code from}, so the bus decides who may use them.
 */
public final class OperatorOrders {
  private static final Set<String> ABOUT_SESSIONS =
      Set.of("sessions_list", "sessions_stop", "sessions_restart");

  /** Orders from the addresses of operators, ordinary messages from all others. */
  private static final Set<String> ABOUT_AN_AGENT = Set.of("configure", "spawn_request");

  private OperatorOrders() {}

  public static boolean isOne(String type) {
    return ABOUT_SESSIONS.contains(type) || ABOUT_AN_AGENT.contains(type);
  }

  /** On an open bus the command line and the console are the operators. */
  public static boolean isOperator(Address clientId, @Nullable Principal principal) {
    return principal == null ? OperatorAddresses.contains(clientId) : principal.operator();
  }

  /**
   * True when a sender that is no operator may send this order from this address. The system agent
   * lets a chat look at its own session and ask for its own agent only, and an agent lets only its
   * own chat configure it.
   */
  public static boolean isOpenToOthers(Address from, String type) {
    return ABOUT_AN_AGENT.contains(type)
        ? !OperatorAddresses.contains(from)
        : Role.of(from) == Role.CHAT;
  }
}
