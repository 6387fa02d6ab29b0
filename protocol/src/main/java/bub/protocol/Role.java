package bub.protocol;

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

  public static Role of(Address sender) {
    String text = sender.value();
    if (text.equals("agent:system")) {
      return SYSTEM_AGENT;
    }
    if (text.startsWith("agent:")) {
      return AGENT;
    }
    boolean chat =
        text.startsWith("tg:")
            || text.startsWith("web:")
            || text.startsWith("term:")
            || text.equals("telegram-bridge");
    return chat ? CHAT : OTHER;
  }

  public static boolean isCanonical(@Nullable String type) {
    return type != null && CANONICAL.contains(type);
  }

  /** A canonical type is for the roles listed with it; every other type is free. */
  public boolean maySend(@Nullable String type) {
    return type == null || !isCanonical(type) || types().contains(type);
  }

  /** Whether this type is one that belongs to this role. */
  public boolean owns(@Nullable String type) {
    return type != null && types().contains(type);
  }

  private Set<String> types() {
    return switch (this) {
      case CHAT -> FROM_CHATS;
      case SYSTEM_AGENT -> FROM_THE_SYSTEM_AGENT;
      case AGENT -> FROM_AGENTS;
      case OTHER -> Set.of();
    };
  }
}
