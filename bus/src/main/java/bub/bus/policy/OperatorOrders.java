package bub.bus.policy;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.protocol.Address;
import bub.protocol.OperatorAddresses;
import bub.protocol.Role;
import bub.protocol.message.Channel;
import bub.protocol.message.ChatId;
import bub.protocol.message.OperatorMessage;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types of orders that operators give; recipients see only {@code from}, so the bus decides. */
public final class OperatorOrders {
  private static final Set<String> ABOUT_SESSIONS =
      Set.of("sessions_list", "sessions_stop", "sessions_restart");

  /** Orders from operator addresses, ordinary messages from all others. */
  private static final Set<String> ABOUT_AN_AGENT = Set.of("configure", "spawn_request");

  private static final Set<String> ABOUT_BUDGETS = Set.of("budget_query", "budget_report");

  private static final String ABOUT_A_WORKSPACE = "workspace_read";

  private static final Address WORKSPACES = new Address("system:route");

  private static final String IN_A_CHAT = OperatorMessage.TYPE;

  private OperatorOrders() {}

  public static boolean isOne(String type) {
    return ABOUT_SESSIONS.contains(type)
        || ABOUT_AN_AGENT.contains(type)
        || ABOUT_BUDGETS.contains(type)
        || ABOUT_A_WORKSPACE.equals(type)
        || IN_A_CHAT.equals(type);
  }

  public static boolean isGranted(Principal principal, Address to, String type) {
    return !IN_A_CHAT.equals(type) || Role.of(to) != Role.CHAT || principal.maySendAs(to);
  }

  /** True for a workspace that the token may read. An order that is not clear is not granted. */
  public static boolean mayRead(Principal principal, Address to, String type, Fields payload) {
    if (principal.workspaces().isEmpty() || !isWorkspaceRead(to, type)) {
      return false;
    }
    try {
      Fields content = payload.object("content").fields();
      return principal.mayRead(
          Channel.check("channel", content.string("channel")),
          ChatId.check("chat_id", content.string("chat_id")));
    } catch (InvalidField unclear) {
      return false;
    }
  }

  /** True for an order to the system agent, which reads workspaces for others. */
  public static boolean isWorkspaceRead(Address to, String type) {
    return ABOUT_A_WORKSPACE.equals(type) && WORKSPACES.equals(to);
  }

  /** True for an operator. On an open bus the command line and the console are the operators. */
  public static boolean isOperator(Address clientId, @Nullable Principal principal) {
    return principal == null ? OperatorAddresses.contains(clientId) : principal.operator();
  }

  /**
   * The system agent lets a chat see only its own session and request only its own agent, and an
   * agent accepts configuration only from its own chat.
   */
  public static boolean isOpenToOthers(Address from, String type) {
    if (IN_A_CHAT.equals(type) || ABOUT_A_WORKSPACE.equals(type) || ABOUT_BUDGETS.contains(type)) {
      return false;
    }
    return ABOUT_AN_AGENT.contains(type)
        ? !OperatorAddresses.contains(from)
        : Role.of(from) == Role.CHAT;
  }
}
