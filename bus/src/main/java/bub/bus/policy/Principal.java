package bub.bus.policy;

import bub.protocol.Address;
import bub.protocol.Pattern;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who a token says you are, and what that lets you do.
 *
 * @param id names the token, not its secret
 * @param clientId the one clientId it is for (a pattern only for the local command line)
 * @param subscribe patterns it may listen to, beside its own address
 * @param sendAs addresses it may send as, beside its own
 * @param types the message types it may send; empty means all that its role may
 * @param intercept whether it may see and halt other peers' messages
 * @param operator whether it may look into the bus
 */
public record Principal(
    String id,
    Pattern clientId,
    List<Pattern> subscribe,
    List<Pattern> sendAs,
    Set<String> types,
    boolean intercept,
    boolean operator,
    @Nullable Instant expiresAt) {

  Principal withId(String newId) {
    return new Principal(newId, clientId, subscribe, sendAs, types, intercept, operator, expiresAt);
  }

  public boolean isFor(Address address) {
    return clientId.matches(address.value());
  }

  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  /** Whether every address that {@code wanted} matches is one it was granted. */
  public boolean mayListenTo(Pattern wanted) {
    return isOwn(wanted) || subscribe.stream().anyMatch(granted -> granted.covers(wanted));
  }

  private boolean isOwn(Pattern wanted) {
    return wanted.kind() == Pattern.Kind.EXACT && clientId.matches(wanted.text());
  }

  public boolean maySendAs(Address from) {
    if (clientId.matches(from.value())) {
      return true;
    }
    for (int i = 0; i < sendAs.size(); i++) {
      if (sendAs.get(i).matches(from.value())) {
        return true;
      }
    }
    return false;
  }

  public boolean maySend(@Nullable String type) {
    return types.isEmpty() || type != null && types.contains(type);
  }
}
