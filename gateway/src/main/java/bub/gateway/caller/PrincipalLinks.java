package bub.gateway.caller;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Links of callers, one per token. A link stays open for the next request, because a new one costs
 * the bus much more than a call. Safe for any thread.
 */
public final class PrincipalLinks implements AutoCloseable {
  static final int MOST_LINKS = 256;
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final Duration SWEEP = Duration.ofSeconds(5);

  private static final int MOST_KNOWN = 256;
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final String NO_TOKEN = "";

  private record Known(Caller caller, Instant until) {}

  private final BusClient client;
  private final TimeSource time;
  // By token, the least recently used first. Guarded by this.
  private final Map<String, PrincipalLink> links = new LinkedHashMap<>(16, 0.75f, true);
  // By token, oldest first. Guarded by this.
  private final Map<String, Known> known = new LinkedHashMap<>();
  private boolean isSweeping;
  private boolean isClosed;

  public PrincipalLinks(BusClient client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** Returns the open link of a caller; null when there is none. */
  public synchronized @Nullable PrincipalLink find(@Nullable String token) {
    PrincipalLink link = links.get(key(token));
    return link == null || link.isBroken() ? null : link;
  }

  /** Returns the link of a caller, and opens it first if needed; blocks. */
  public PrincipalLink open(@Nullable String token) throws HttpRefusal, InterruptedException {
    PrincipalLink open = find(token);
    return open == null ? dial(token) : open;
  }

  private PrincipalLink dial(@Nullable String token) throws HttpRefusal, InterruptedException {
    PrincipalLink fresh = PrincipalLink.open(client, token, System::nanoTime);
    List<PrincipalLink> spare = new ArrayList<>();
    try {
      return keep(token, fresh, spare);
    } finally {
      spare.forEach(PrincipalLink::hangUp);
    }
  }

  /** Another thread may have been faster; then its link counts. */
  private synchronized PrincipalLink keep(
      @Nullable String token, PrincipalLink fresh, List<PrincipalLink> spare) throws HttpRefusal {
    PrincipalLink other = find(token);
    if (other != null) {
      spare.add(fresh);
      return other;
    }
    if (isClosed || links.size() >= MOST_LINKS && !dropOneIdle(spare)) {
      spare.add(fresh);
      throw new HttpRefusal(
          503, "busy", MOST_LINKS + " callers use the doors, which is the limit.", SWEEP);
    }
    links.put(key(token), fresh);
    if (!isSweeping) {
      isSweeping = true;
      Thread.ofVirtual().name("idle-links").start(this::sweep);
    }
    return fresh;
  }

  private boolean dropOneIdle(List<PrincipalLink> dropped) {
    for (Iterator<PrincipalLink> all = links.values().iterator(); all.hasNext(); ) {
      PrincipalLink link = all.next();
      if (link.isBroken() || link.isIdle(Duration.ZERO)) {
        dropped.add(link);
        all.remove();
        return true;
      }
    }
    return false;
  }

  private static String key(@Nullable String token) {
    return token == null ? NO_TOKEN : token;
  }

  /** Returns the caller with this token if the bus has checked it within the last second. */
  synchronized @Nullable Caller identified(String token) {
    Known last = known.get(token);
    return last != null && time.now().isBefore(last.until()) ? last.caller() : null;
  }

  /**
   * Returns the caller with this token, which the bus has checked within the last second. The bus
   * checks it again for every call. Blocks.
   */
  Caller identify(String token) throws HttpRefusal, InterruptedException {
    Caller last = identified(token);
    if (last != null) {
      return last;
    }
    Caller caller = ask(token);
    synchronized (this) {
      known.put(token, new Known(caller, time.now().plus(FRESH)));
      if (known.size() > MOST_KNOWN) {
        known.remove(known.keySet().iterator().next());
      }
    }
    return caller;
  }

  private Caller ask(String token) throws HttpRefusal, InterruptedException {
    PrincipalLink open = find(token);
    if (open == null) {
      return dial(token).caller();
    }
    try {
      open.verify();
      return open.caller();
    } catch (HttpRefusal refused) {
      open.hangUp(); // the next request opens another one
      throw refused;
    }
  }

  private void sweep() {
    try {
      while (hangUpIdle()) {
        time.sleep(SWEEP);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** False when none is left, which ends the thread. */
  private boolean hangUpIdle() {
    List<PrincipalLink> idle = new ArrayList<>();
    List<PrincipalLink> busy;
    synchronized (this) {
      links.values().removeIf(link -> (link.isBroken() || link.isIdle(IDLE)) && idle.add(link));
      busy = List.copyOf(links.values());
      isSweeping = !busy.isEmpty();
    }
    idle.forEach(PrincipalLink::hangUp);
    busy.forEach(PrincipalLink::expire);
    return !busy.isEmpty();
  }

  @Override
  public void close() {
    List<PrincipalLink> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(links.values());
      links.clear();
    }
    all.forEach(PrincipalLink::hangUp);
  }
}
