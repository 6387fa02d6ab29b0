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
 * Lock of the bus: open, locked with a set of tokens, or closed because the tokens cannot be read.
 * Immutable, so that a change of tokens is one assignment on the hub thread.
 */
public final class BusLock {

  public sealed interface Admission {
    /** Admitted connection; {@code principal} is null without a known token on an open bus. */
    record Admitted(@Nullable Principal principal) implements Admission {}

    record Refused(RpcError error) implements Admission {}
  }

  /** {@code data.reason} of a refusal that may be over at the next attempt. */
  public static final String TOKENS_UNAVAILABLE = "tokens_unavailable";

  private enum Mode {
    OPEN,
    LOCKED,
    CLOSED
  }

  private static final BusLock OPEN =
      new BusLock(Mode.OPEN, null, Map.of(), Map.of(), InstantSource.system());

  private final Mode mode;
  private final @Nullable String problem;
  private final Map<String, StoredToken> grants;
  private final Map<String, Principal> reserved;
  private final InstantSource clock;

  private BusLock(
      Mode mode,
      @Nullable String problem,
      Map<String, StoredToken> grants,
      Map<String, Principal> reserved,
      InstantSource clock) {
    this.mode = mode;
    this.problem = problem;
    this.grants = grants;
    this.reserved = reserved;
    this.clock = clock;
  }

  public static BusLock open() {
    return OPEN;
  }

  public static BusLock of(@Nullable List<StoredToken> tokens, InstantSource clock) {
    return of(tokens, List.of(), clock);
  }

  /** A null list means open; {@code own} tokens identify bub's own parts and lock nothing. */
  public static BusLock of(
      @Nullable List<StoredToken> tokens, List<StoredToken> own, InstantSource clock) {
    var grants = new HashMap<String, StoredToken>();
    var reserved = new HashMap<String, Principal>();
    for (StoredToken grant : own) {
      grants.put(grant.principal().id(), grant);
      if (grant.reserved()) {
        reserved.put(grant.principal().clientId().text(), grant.principal());
      }
    }
    if (tokens != null) {
      tokens.forEach(grant -> grants.put(grant.principal().id(), grant));
    }
    return new BusLock(tokens == null ? Mode.OPEN : Mode.LOCKED, null, grants, reserved, clock);
  }

  /** Refuses new connections while the tokens cannot be read; authenticated connections stay. */
  public BusLock closed(String why) {
    return new BusLock(Mode.CLOSED, why, grants, reserved, clock);
  }

  /** True when every connection must present a token. */
  public boolean isLocked() {
    return mode != Mode.OPEN;
  }

  /** Returns the reason why new connections are refused, or null. */
  public @Nullable String problem() {
    return problem;
  }

  /** Decides on the identity of a connection, whose certificate is already verified. */
  public Admission admit(
      @Nullable String token, @Nullable String certificateName, Address clientId) {
    boolean tried = token != null || certificateName != null;
    Principal principal = token != null ? byToken(token) : byName(certificateName);
    return switch (mode) {
      case OPEN -> admitToOpenBus(principal, clientId);
      case LOCKED -> admitToLockedBus(principal, clientId, tried);
      case CLOSED -> new Admission.Refused(tried ? unavailable() : unauthenticated(false));
    };
  }

  /** Ignores a token that does not match, because an open bus admits connections without one. */
  private Admission admitToOpenBus(@Nullable Principal principal, Address clientId) {
    if (principal != null && principal.isFor(clientId)) {
      return new Admission.Admitted(principal);
    }
    return reserved.containsKey(clientId.value())
        ? new Admission.Refused(
            RpcError.invalidParams(
                    "clientId: " + clientId + " is reserved and requires the token of its owner")
                .because("reserved"))
        : new Admission.Admitted(null);
  }

  private static Admission admitToLockedBus(
      @Nullable Principal principal, Address clientId, boolean tried) {
    if (principal == null) {
      return new Admission.Refused(unauthenticated(tried));
    }
    if (!principal.isFor(clientId)) {
      return new Admission.Refused(
          RpcError.invalidParams("clientId: the token is valid only for " + principal.clientId())
              .because("not_your_client_id"));
    }
    return new Admission.Admitted(principal);
  }

  private @Nullable Principal byToken(String token) {
    TokenSecret secret = TokenSecret.parse(token);
    return secret == null ? null : recognize(secret);
  }

  /** Returns the principal of a token, or null when the token is unknown or expired. */
  public @Nullable Principal recognize(TokenSecret secret) {
    StoredToken grant = grants.get(secret.id());
    boolean valid = grant != null && secret.matches(grant.hash());
    return valid && grant != null ? unexpired(grant.principal()) : null;
  }

  public @Nullable String hash(String id) {
    StoredToken grant = grants.get(id);
    return grant == null ? null : grant.hash();
  }

  private @Nullable Principal byName(@Nullable String certificateName) {
    if (certificateName == null) {
      return null;
    }
    for (StoredToken grant : grants.values()) {
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

  /** True for an operator and for a part of bub itself, for which memory is reserved. */
  public boolean isOwnPart(@Nullable Principal principal) {
    return principal != null
        && (principal.operator() || reserved.containsKey(principal.clientId().text()));
  }

  public boolean stillAdmits(Address clientId, @Nullable Principal principal) {
    if (mode == Mode.OPEN) {
      Principal owner = reserved.get(clientId.value());
      return owner == null || owner.equals(principal);
    }
    if (principal == null || principal.isExpired(clock.instant())) {
      return false;
    }
    StoredToken grant = grants.get(principal.id());
    // Without readable tokens, the bus cannot know whether the token was revoked.
    return mode == Mode.CLOSED || grant != null && grant.principal().equals(principal);
  }

  private static RpcError unavailable() {
    return RpcError.of(
            ErrorCodes.UNAUTHENTICATED,
            "Unauthenticated: the bus cannot read its tokens and rejects all connections; try again"
                + " later")
        .because(TOKENS_UNAVAILABLE);
  }

  private static RpcError unauthenticated(boolean tried) {
    return RpcError.of(
            ErrorCodes.UNAUTHENTICATED,
            tried
                ? "Unauthenticated: the token is unknown, revoked or expired"
                : "Unauthenticated: this bus requires a token")
        .because("unauthenticated");
  }
}
