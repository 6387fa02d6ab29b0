package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.OperatorAddresses;
import bub.protocol.Role;
import bub.protocol.message.OperatorMessage;
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

  /** Words of an operator in the chat of somebody else. */
  private static final String IN_A_CHAT = OperatorMessage.TYPE;

  private OperatorOrders() {}

  public static boolean isOne(String type) {
    return ABOUT_SESSIONS.contains(type) || ABOUT_AN_AGENT.contains(type) || IN_A_CHAT.equals(type);
  }

  /** True when an operator with this token may send this order to this address. */
  public static boolean isGranted(Principal principal, Address to, String type) {
    return !IN_A_CHAT.equals(type) || Role.of(to) != Role.CHAT || principal.maySendAs(to);
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
    if (IN_A_CHAT.equals(type)) {
      return false;
    }
    return ABOUT_AN_AGENT.contains(type)
        ? !OperatorAddresses.contains(from)
        : Role.of(from) == Role.CHAT;
  }
}
