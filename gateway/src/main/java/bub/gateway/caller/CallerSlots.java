package bub.gateway.caller;

import bub.channel.http.HttpRefusal;
import bub.protocol.Address;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Limit for the open requests of a door, in total and per caller. Safe for any thread. */
public final class CallerSlots {
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final String what;
  private final int total;
  private final int perCaller;
  private final Map<Address, Integer> open = new HashMap<>();
  private int all;

  /** {@code what} names the requests in a refusal. */
  public CallerSlots(String what, int total, int perCaller) {
    this.what = what;
    this.total = total;
    this.perCaller = perCaller;
  }

  /** One open request; close it once. */
  public interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  public synchronized Slot take(Address caller) throws HttpRefusal {
    int own = open.getOrDefault(caller, 0);
    if (own >= perCaller) {
      throw full("You have " + own + " " + what + ", which is the limit. Try again later.");
    }
    if (all >= total) {
      throw full("There are " + all + " " + what + ", which is the limit. Try again later.");
    }
    open.put(caller, own + 1);
    all++;
    return () -> release(caller);
  }

  private static HttpRefusal full(String why) {
    return new HttpRefusal(429, "rate_limited", why, RETRY);
  }

  private synchronized void release(Address caller) {
    open.computeIfPresent(caller, (_, own) -> own == 1 ? null : own - 1);
    all--;
  }

  public synchronized int size() {
    return all;
  }
}
