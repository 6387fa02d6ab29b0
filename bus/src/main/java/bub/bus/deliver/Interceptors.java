package bub.bus.deliver;

import bub.bus.activity.Trail;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.bus.route.Routes;
import bub.bus.route.Subscriber;
import bub.json.InvalidField;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Those who see a message before everybody else: asked one after the other, in the order in which
 * they subscribed, until one halts it. Hub thread only.
 */
public final class Interceptors {

  /** What becomes of the message after they were asked; exactly one of the two is called. */
  public interface Ruling {
    /** Nobody halted it; {@code acks} are theirs. */
    void passed(List<Ack> acks);

    void halted(Address by, Ack ack);
  }

  /** What happens to a message when an interceptor does not answer. */
  public enum OnFailure {
    /** It is passed over. */
    OPEN,
    /** The message is halted. */
    CLOSED
  }

  private final Routes routes;
  private final Tally tally;
  private final OnFailure onFailure;
  // When each subscribed first; the order in which they are asked.
  private final Map<Subscriber, Long> seniority = new HashMap<>();
  private long subscriptions;

  public Interceptors(long routeSeed, Tally tally, OnFailure onFailure) {
    this.routes = new Routes(routeSeed);
    this.tally = tally;
    this.onFailure = onFailure;
  }

  public boolean add(Pattern pattern, Subscriber subscriber) {
    seniority.putIfAbsent(subscriber, ++subscriptions);
    return routes.add(pattern, subscriber);
  }

  public boolean remove(Pattern pattern, Subscriber subscriber) {
    return routes.remove(pattern, subscriber);
  }

  /** The subscriber has no subscription any more. */
  public void forget(Subscriber subscriber) {
    seniority.remove(subscriber);
  }

  /** Those who listen to this address, in the order they are asked. */
  public List<Subscriber> at(Address address) {
    if (seniority.isEmpty()) {
      return List.of();
    }
    var found = new ArrayList<>(routes.to(address));
    found.sort(Comparator.comparing(subscriber -> seniority.getOrDefault(subscriber, 0L)));
    return found;
  }

  /** Asks everyone who intercepts this message, one at a time. */
  public void ask(Envelope envelope, Trail trail, MemoryAccount sender, Ruling ruling) {
    List<Subscriber> asked = at(envelope.to());
    if (asked.isEmpty()) {
      ruling.passed(List.of());
    } else {
      new Round(asked, envelope, trail, sender, ruling).next();
    }
  }

  /** One message on its way through them. */
  private final class Round {
    private final List<Subscriber> asked;
    private final Envelope envelope;
    private final Trail trail;
    private final MemoryAccount sender;
    private final Ruling ruling;
    private final boolean hasRoom;
    private final List<Ack> acks = new ArrayList<>();

    Round(
        List<Subscriber> asked,
        Envelope envelope,
        Trail trail,
        MemoryAccount sender,
        Ruling ruling) {
      this.asked = asked;
      this.envelope = envelope;
      this.trail = trail;
      this.sender = sender;
      this.ruling = ruling;
      this.hasRoom = sender.reserve(MemoryKind.INTERCEPTORS, envelope.payload().retainedBytes());
    }

    void next() {
      if (acks.size() == asked.size()) {
        release();
        ruling.passed(acks);
        return;
      }
      Subscriber interceptor = asked.get(acks.size());
      long callId = interceptor.reserveCallId();
      trail.processStarted(interceptor.clientId(), callId);
      if (!hasRoom) {
        take(interceptor, callId, new Reply.Busy("no room to keep the message until it answers"));
      } else {
        interceptor.deliver(envelope, callId, reply -> take(interceptor, callId, reply));
      }
    }

    private void take(Subscriber interceptor, long callId, Reply reply) {
      Outcome end = Outcome.of(interceptor, reply);
      tally.count(end.status());
      trail.processFinished(interceptor.clientId(), callId, end.status(), end.ack(), end.error());
      if (isHalted(interceptor, reply)) {
        release();
        ruling.halted(interceptor.clientId(), end.ack());
      } else {
        acks.add(end.ack());
        next();
      }
    }

    private boolean isHalted(Subscriber interceptor, Reply reply) {
      if (reply instanceof Reply.Answered(var result)) {
        try {
          return interceptor.halts(result);
        } catch (InvalidField malformed) {
          return onFailure == OnFailure.CLOSED;
        }
      }
      return onFailure == OnFailure.CLOSED;
    }

    private void release() {
      if (hasRoom) {
        sender.release(MemoryKind.INTERCEPTORS, envelope.payload().retainedBytes());
      }
    }
  }
}
