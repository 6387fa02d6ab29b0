package bub.gateway.caller;

import bub.channel.http.HttpRefusal;
import bub.channel.http.MountedCall;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Authentication of callers by their bus token. Safe for any thread; calls block. */
public final class CallerCheck {
  private static final int LONGEST_TOKEN = 512;

  private final PrincipalLinks links;
  private final BooleanSupplier isLocked;
  private final boolean takesAnonymous;

  /** {@code isLocked} is asked for every request, because the bus may be locked at any time. */
  public CallerCheck(PrincipalLinks links, BooleanSupplier isLocked, boolean takesAnonymous) {
    this.links = links;
    this.isLocked = isLocked;
    this.takesAnonymous = takesAnonymous;
  }

  /** Links that act as a caller. */
  public PrincipalLinks links() {
    return links;
  }

  public boolean isLocked() {
    return isLocked.getAsBoolean();
  }

  /** Returns true when the bus knows the token; blocks. */
  public boolean isKnown(String token) throws InterruptedException {
    try {
      Caller _ = links.identify(token);
      return true;
    } catch (HttpRefusal unknown) {
      return false;
    }
  }

  /** Ignores a token on an open bus, for clients that always present some key. */
  public Caller identifyOnLockedBus(MountedCall call) throws HttpRefusal, InterruptedException {
    return isLocked.getAsBoolean() ? identify(call) : anonymous(call);
  }

  /** A token counts on an open bus, too. */
  public Caller identify(MountedCall call) throws HttpRefusal, InterruptedException {
    String token = call.bearer();
    if (token == null) {
      return anonymous(call);
    }
    if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
      throw unauthenticated("The token is not a token of this bus.");
    }
    return links.identify(token);
  }

  /** Returns null for a caller that {@link #identify} must ask the bus about. Never blocks. */
  public @Nullable Caller known(MountedCall call) throws HttpRefusal {
    String token = call.bearer();
    return token == null ? anonymous(call) : links.identified(token);
  }

  private Caller anonymous(MountedCall call) throws HttpRefusal {
    if (isLocked.getAsBoolean() || !takesAnonymous || !call.isLocal()) {
      throw unauthenticated("Send a bus token in the header \"Authorization: Bearer TOKEN\".");
    }
    return Caller.LOCAL;
  }

  static HttpRefusal unauthenticated(String text) {
    return new HttpRefusal(401, "unauthenticated", text);
  }
}
