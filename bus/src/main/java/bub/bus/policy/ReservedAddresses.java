package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that a stranger on an open bus must not send from: the ids of bub's own parts, and
 * every address that a connected bridge was granted, such as {@code tg:*}. Hub thread only.
 */
public final class ReservedAddresses {
  private static final Set<String> OWN_PARTS =
      Set.of("agent:system", "agent:console", "telegram-bridge");

  private final List<SenderInfo> bridges = new ArrayList<>();

  /** Reserves what a peer covers for as long as it is connected. */
  public void joined(SenderInfo peer) {
    if (isBridge(peer.principal())) {
      bridges.add(peer);
    }
  }

  public void left(SenderInfo peer) {
    bridges.remove(peer);
  }

  /** The command line may send as anybody; its token, which is for a pattern, reserves nothing. */
  private static boolean isBridge(@Nullable Principal principal) {
    return principal != null
        && !principal.sendAs().isEmpty()
        && principal.clientId().kind() == Pattern.Kind.EXACT;
  }

  boolean contains(Address from) {
    if (OWN_PARTS.contains(from.value())) {
      return true;
    }
    for (SenderInfo bridge : bridges) {
      Principal principal = bridge.principal();
      if (principal != null && principal.maySendAs(from)) {
        return true;
      }
    }
    return false;
  }
}
