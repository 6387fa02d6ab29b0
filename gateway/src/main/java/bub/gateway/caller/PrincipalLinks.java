package bub.gateway.caller;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.TimeSource;
import bub.protocol.Envelope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Links of callers, of which a few wait for the next request: a new link costs the bus much more
 * than a call. Safe for any thread.
 */
public final class PrincipalLinks implements AutoCloseable {
  private static final int MOST_IDLE = 128;
  private static final int MOST_IDLE_PER_CALLER = 32;
  private static final Duration IDLE = Duration.ofSeconds(10);

  private static final int MOST_KNOWN = 256;
  private static final Duration FRESH = Duration.ofSeconds(1);

  private record Idle(PrincipalLink link, Instant since) {}

  private record Known(Caller caller, Instant until) {}

  private final BusClient client;
  private final TimeSource time;
  // Oldest first. Guarded by this.
  private final Deque<Idle> idle = new ArrayDeque<>();
  // By token, oldest first. Guarded by this.
  private final Map<String, Known> known = new LinkedHashMap<>();
  private boolean isSweeping;
  private boolean isClosed;

  public PrincipalLinks(BusClient client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** Returns a link for one request; close it. */
  public PrincipalLink open(@Nullable String token, Consumer<Envelope> progress)
      throws HttpRefusal, InterruptedException {
    PrincipalLink kept = take(token);
    return (kept == null ? PrincipalLink.open(client, token, this) : kept).onProgress(progress);
  }

  /**
   * Returns the caller with this token, which the bus has checked within the last second. The bus
   * checks it again for every call.
   */
  Caller identify(String token) throws HttpRefusal, InterruptedException {
    synchronized (this) {
      Known last = known.get(token);
      if (last != null && time.now().isBefore(last.until())) {
        return last.caller();
      }
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
    PrincipalLink kept = take(token);
    if (kept == null) {
      try (PrincipalLink fresh = PrincipalLink.open(client, token, this)) {
        return fresh.caller();
      }
    }
    try (kept) {
      kept.verify();
      return kept.caller();
    }
  }

  private synchronized @Nullable PrincipalLink take(@Nullable String token) {
    idle.removeIf(one -> one.link().isBroken());
    for (Iterator<Idle> newest = idle.descendingIterator(); newest.hasNext(); ) {
      PrincipalLink link = newest.next().link();
      if (Objects.equals(link.caller().token(), token)) {
        newest.remove();
        return link;
      }
    }
    return null;
  }

  /** False when there is no room. */
  synchronized boolean keep(PrincipalLink link) {
    String token = link.caller().token();
    long same = idle.stream().filter(one -> sameToken(one, token)).count();
    if (isClosed || same >= MOST_IDLE_PER_CALLER || idle.size() >= MOST_IDLE) {
      return false;
    }
    idle.add(new Idle(link, time.now()));
    if (!isSweeping) {
      isSweeping = true;
      Thread.ofVirtual().name("idle-links").start(this::sweep);
    }
    return true;
  }

  private static boolean sameToken(Idle one, @Nullable String token) {
    return Objects.equals(one.link().caller().token(), token);
  }

  private void sweep() {
    try {
      while (hangUpOld()) {
        time.sleep(IDLE.dividedBy(2));
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** False when none is left, which ends the thread. */
  private boolean hangUpOld() {
    List<PrincipalLink> old = new ArrayList<>();
    boolean hasMore;
    synchronized (this) {
      Instant end = time.now().minus(IDLE);
      while (!idle.isEmpty() && idle.getFirst().since().isBefore(end)) {
        old.add(idle.removeFirst().link());
      }
      hasMore = !idle.isEmpty();
      isSweeping = hasMore;
    }
    old.forEach(PrincipalLink::hangUp);
    return hasMore;
  }

  @Override
  public void close() {
    List<Idle> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(idle);
      idle.clear();
    }
    all.forEach(one -> one.link().hangUp());
  }
}
