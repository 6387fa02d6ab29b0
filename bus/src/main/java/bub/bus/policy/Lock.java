package bub.bus.policy;

import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.ErrorCodes;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The door: open, or locked with a set of tokens. Immutable, so that a change of tokens is one
 * assignment on the hub thread.
 */
public final class Lock {

  /** Who a connection turned out to be. */
  public sealed interface Admission {
    /** {@code principal} is null on an open bus. */
    record Admitted(@Nullable Principal principal) implements Admission {}

    record Refused(RpcError error) implements Admission {}
  }

  private static final Lock OPEN = new Lock(null, InstantSource.system());

  private final @Nullable Map<String, Grant> grants;
  private final InstantSource clock;

  private Lock(@Nullable Map<String, Grant> grants, InstantSource clock) {
    this.grants = grants;
    this.clock = clock;
  }

  public static Lock open() {
    return OPEN;
  }

  /** The lock of these tokens; open when there is no list at all. */
  public static Lock of(@Nullable List<Grant> tokens, InstantSource clock) {
    if (tokens == null) {
      return OPEN;
    }
    var grants = new HashMap<String, Grant>();
    tokens.forEach(grant -> grants.put(grant.principal().id(), grant));
    return new Lock(grants, clock);
  }

  public boolean isLocked() {
    return grants != null;
  }

  /**
   * Decides who a connection is.
   *
   * @param token what it presented, in its header or in initialize
   * @param certificateName the name in its verified certificate
   */
  public Admission admit(
      @Nullable String token, @Nullable String certificateName, Address clientId) {
    if (grants == null) {
      return new Admission.Admitted(null);
    }
    Principal principal = token != null ? byToken(token) : byName(certificateName);
    if (principal == null) {
      return new Admission.Refused(unauthenticated(token != null || certificateName != null));
    }
    if (!principal.isFor(clientId)) {
      return new Admission.Refused(
          RpcError.invalidParams("clientId: this token is for " + principal.clientId())
              .because("not_your_client_id"));
    }
    return new Admission.Admitted(principal);
  }

  private @Nullable Principal byToken(String token) {
    Secret secret = Secret.parse(token);
    Grant grant = secret == null || grants == null ? null : grants.get(secret.id());
    boolean valid = grant != null && secret != null && secret.matches(grant.hash());
    return valid && grant != null ? unexpired(grant.principal()) : null;
  }

  private @Nullable Principal byName(@Nullable String certificateName) {
    if (certificateName == null || grants == null) {
      return null;
    }
    for (Grant grant : grants.values()) {
      Principal principal = unexpired(grant.principal());
      if (principal != null && principal.clientId().text().equals(certificateName)) {
        return principal;
      }
    }
    return null;
  }

  private @Nullable Principal unexpired(Principal principal) {
    return principal.isExpired(clock.instant()) ? null : principal;
  }

  /** Whether a connection that was let in may stay. */
  public boolean stillAdmits(@Nullable Principal principal) {
    if (grants == null) {
      return true;
    }
    if (principal == null || principal.isExpired(clock.instant())) {
      return false;
    }
    Grant grant = grants.get(principal.id());
    return grant != null && grant.principal().equals(principal);
  }

  private static RpcError unauthenticated(boolean tried) {
    return RpcError.of(
            ErrorCodes.UNAUTHENTICATED,
            tried
                ? "Unauthenticated: this token is unknown, revoked or expired"
                : "Unauthenticated: this bus is locked, present a token")
        .because("unauthenticated");
  }
}
