package bub.protocol;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who a sender is by its address, and which of the canonical message types it may send. */
public enum Role {
  CHAT,
  SYSTEM_AGENT,
  AGENT,
  OTHER;

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
      Set.of("tg_reply", "agent_event", "delivery_status");

  private static final List<Pattern> CHATS =
      List.of(
          Pattern.of("tg:*"),
          Pattern.of("web:*"),
          Pattern.of("term:*"),
          Pattern.of("telegram-bridge"));
  private static final Pattern SYSTEM = Pattern.of("agent:system");
  private static final Pattern AGENTS = Pattern.of("agent:*");

  public static Role of(Address sender) {
    for (Role role : values()) {
      if (role.addresses().stream().anyMatch(pattern -> pattern.matches(sender.value()))) {
        return role;
      }
    }
    return OTHER;
  }

  public static boolean isCanonical(@Nullable String type) {
    return type != null && CANONICAL.contains(type);
  }

  /** A canonical type is for the roles listed with it; every other type is free. */
  public boolean maySend(@Nullable String type) {
    return type == null || !isCanonical(type) || types().contains(type);
  }

  /** For people. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The patterns of its members' addresses; those of an earlier role do not count again. */
  public List<Pattern> addresses() {
    return switch (this) {
      case CHAT -> CHATS;
      case SYSTEM_AGENT -> List.of(SYSTEM);
      case AGENT -> List.of(AGENTS);
      case OTHER -> List.of();
    };
  }

  /** The canonical types that belong to it. */
  public Set<String> types() {
    return switch (this) {
      case CHAT -> FROM_CHATS;
      case SYSTEM_AGENT -> FROM_THE_SYSTEM_AGENT;
      case AGENT -> FROM_AGENTS;
      case OTHER -> Set.of();
    };
  }
}
