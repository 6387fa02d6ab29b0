package bub.protocol;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Role of a sender by its address. Any prefix that is not bub's own may be a channel. */
public enum Role {
  CHAT,
  SYSTEM_AGENT,
  AGENT,
  OTHER;

  /** Types that would let any peer impersonate the system agent; every dialect reserves them. */
  public static final Set<String> RESERVED = Set.of("spawn_result", "route_assigned");

  private static final Set<String> CANONICAL =
      Set.of(
          "spawn_request",
          "spawn_result",
          "route_assigned",
          "configure",
          "tg_message",
          "tg_reply",
          "delivery_status",
          "agent_event");

  private static final Set<String> FROM_CHATS =
      Set.of("spawn_request", "configure", "tg_message", "delivery_status");
  private static final Set<String> FROM_THE_SYSTEM_AGENT =
      Set.of("spawn_result", "route_assigned", "agent_event");
  private static final Set<String> FROM_AGENTS =
      Set.of("tg_reply", "agent_event", "delivery_status", "budget_reserve", "budget_settle");

  private static final String SYSTEM = "agent:system";
  private static final String AGENTS = "agent:";
  // A bridge sends on behalf of the chats of a channel.
  private static final String BRIDGE = "-bridge";
  private static final java.util.regex.Pattern CHANNEL =
      java.util.regex.Pattern.compile("[a-z][a-z0-9-]{0,31}");

  public static Role of(Address sender) {
    String address = sender.value();
    if (address.startsWith(AGENTS)) {
      return address.equals(SYSTEM) ? SYSTEM_AGENT : AGENT;
    }
    String prefix = OwnPrefixes.of(sender);
    boolean isChat =
        prefix == null
            ? address.endsWith(BRIDGE)
            : CHANNEL.matcher(prefix).matches() && !OwnPrefixes.contains(prefix);
    return isChat ? CHAT : OTHER;
  }

  public static boolean isCanonical(@Nullable String type) {
    return type != null && CANONICAL.contains(type);
  }

  public boolean maySend(@Nullable String type) {
    return type == null || !isCanonical(type) || types().contains(type);
  }

  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public Set<String> types() {
    return switch (this) {
      case CHAT -> FROM_CHATS;
      case SYSTEM_AGENT -> FROM_THE_SYSTEM_AGENT;
      case AGENT -> FROM_AGENTS;
      case OTHER -> Set.of();
    };
  }
}
