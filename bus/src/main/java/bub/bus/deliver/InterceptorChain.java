package bub.bus.deliver;

import static bub.bus.deliver.CircuitBreaker.MISSES_TO_TRIP;
import static bub.bus.deliver.CircuitBreaker.PROBE_EVERY;

import bub.bus.activity.event.Trail;
import bub.bus.cluster.NodeReply;
import bub.bus.cluster.RemoteNode;
import bub.bus.deliver.CircuitBreaker.Advice;
import bub.bus.deliver.CircuitBreaker.Change;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.bus.route.RoutingTable;
import bub.bus.route.Subscriber;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.InterceptorStatus;
import bub.protocol.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Interceptors, asked one after the other in the order of subscription. Hub thread only. */
public final class InterceptorChain {

  /** Receiver of the outcome. Exactly one method is called. */
  public interface Ruling {
    void passed(List<Ack> acks);

    void halted(Address by, Ack ack);
  }

  /** Treatment of a message when an interceptor does not answer. */
  public enum OnFailure {
    OPEN,
    CLOSED
  }

  private static final Logger LOG = LoggerFactory.getLogger(InterceptorChain.class);
  private static final Reply ANSWERED = new Reply.Answered(RawJson.EMPTY_OBJECT);
  private static final Reply SKIPPED = new Reply.Busy("it missed too many deadlines");

  private final RoutingTable routes;
  private final DeliveryCounters counters;
  private final OnFailure onFailure;
  // Order of the first subscription, which is the order in which interceptors are asked.
  private final Map<Subscriber, Long> seniority = new HashMap<>();
  private final Map<Subscriber, CircuitBreaker> breakers = new HashMap<>();
  private final LongSupplier nanoTime;
  private long subscriptions;

  public InterceptorChain(
      long routeSeed, DeliveryCounters counters, OnFailure onFailure, LongSupplier nanoTime) {
    this.routes = new RoutingTable(routeSeed);
    this.counters = counters;
    this.onFailure = onFailure;
    this.nanoTime = nanoTime;
  }

  public boolean add(Pattern pattern, Subscriber subscriber) {
    // The interceptors of this node come before those of other nodes.
    long order = subscriber instanceof RemoteNode ? Long.MAX_VALUE / 2 : 0;
    seniority.putIfAbsent(subscriber, order + ++subscriptions);
    breakers.computeIfAbsent(subscriber, _ -> new CircuitBreaker(nanoTime));
    return routes.add(pattern, subscriber);
  }

  public boolean has(Pattern pattern, Subscriber subscriber) {
    return routes.has(pattern, subscriber);
  }

  public boolean remove(Pattern pattern, Subscriber subscriber) {
    return routes.remove(pattern, subscriber);
  }

  public void forget(Subscriber subscriber) {
    seniority.remove(subscriber);
    breakers.remove(subscriber);
  }

  public long tripped() {
    return breakers.values().stream().filter(CircuitBreaker::isTripped).count();
  }

  /** Returns the interceptors of this address, in the order in which they are asked. */
  public List<Subscriber> at(Address address) {
    if (seniority.isEmpty()) {
      return List.of();
    }
    var found = new ArrayList<>(routes.to(address));
    found.sort(Comparator.comparing(subscriber -> seniority.getOrDefault(subscriber, 0L)));
    return found;
  }

  /** Asks the interceptors one after the other. */
  public void ask(
      List<Subscriber> asked, Envelope envelope, Trail trail, MemoryAccount sender, Ruling ruling) {
    new Round(asked, envelope, trail, sender, ruling).next();
  }

  private void note(Subscriber interceptor, Reply reply) {
    CircuitBreaker breaker = breakers.get(interceptor);
    if (breaker == null) {
      return; // The interceptor has disconnected.
    }
    Change change =
        switch (reply) {
          case Reply.TimedOut _ -> breaker.missed();
          case Reply.Busy _, Reply.Disconnected _ -> breaker.notAsked();
          case Reply.Answered _, Reply.Rejected _, Reply.Garbled _ -> breaker.answered();
        };
    String mode = onFailure.name().toLowerCase(Locale.ROOT);
    switch (change) {
      case NONE -> {}
      case TRIPPED -> {
        LOG.warn(
            "Interceptor {} missed {} answers in a row. Messages no longer wait for it (failure"
                + " mode {}). The bus asks it again every {} s.",
            interceptor.clientId(),
            MISSES_TO_TRIP,
            mode,
            PROBE_EVERY.toSeconds());
        interceptor.tellStatus(new InterceptorStatus(true, MISSES_TO_TRIP, mode));
      }
      case RESTORED -> {
        LOG.info("Interceptor {} answers again. Messages wait for it.", interceptor.clientId());
        interceptor.tellStatus(new InterceptorStatus(false, 0, mode));
      }
    }
  }

  private final class Round {
    private final List<Subscriber> asked;
    private final Envelope envelope;
    private final Trail trail;
    private final MemoryAccount sender;
    private final Ruling ruling;
    private final boolean hasRoom;
    private final List<Ack> acks = new ArrayList<>();
    private int position;

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
      while (position < asked.size()) {
        Subscriber interceptor = asked.get(position++);
        if (interceptor instanceof RemoteNode node) {
          askNode(node);
          return;
        }
        long callId = interceptor.reserveCallId();
        trail.processStarted(interceptor.clientId(), callId);
        Reply reply = replyWithoutWaiting(interceptor, callId);
        if (reply == null || !goesOn(interceptor, callId, reply)) {
          return;
        }
      }
      release();
      ruling.passed(acks);
    }

    /** Returns null when the message waits for its answer. */
    private @Nullable Reply replyWithoutWaiting(Subscriber interceptor, long callId) {
      if (!hasRoom) {
        return new Reply.Busy("the bus does not have enough memory for the message");
      }
      CircuitBreaker breaker = breakers.get(interceptor);
      return switch (breaker == null ? Advice.ASK : breaker.advise()) {
        case ASK -> ask(interceptor, callId);
        case SKIP -> SKIPPED;
        case PROBE -> probe(interceptor, callId);
      };
    }

    private @Nullable Reply ask(Subscriber interceptor, long callId) {
      interceptor.deliver(
          envelope,
          callId,
          reply -> {
            note(interceptor, reply);
            if (goesOn(interceptor, callId, reply)) {
              next();
            }
          });
      return null;
    }

    /** Waits only in mode CLOSED, where a message without an answer is halted anyway. */
    private @Nullable Reply probe(Subscriber interceptor, long callId) {
      return switch (onFailure) {
        case CLOSED -> ask(interceptor, callId);
        case OPEN -> {
          interceptor.deliver(envelope, callId, reply -> note(interceptor, reply));
          yield SKIPPED;
        }
      };
    }

    /** The node asks its own interceptors and records them in its log. */
    private void askNode(RemoteNode node) {
      CircuitBreaker breaker = breakers.get(node);
      if (!hasRoom || breaker != null && breaker.advise() == Advice.SKIP) {
        answeredBy(node, new NodeReply.Failed(SKIPPED));
      } else {
        node.intercept(
            envelope,
            reply -> {
              note(node, reply instanceof NodeReply.Failed(Reply why) ? why : ANSWERED);
              answeredBy(node, reply);
            });
      }
    }

    private void answeredBy(RemoteNode node, NodeReply reply) {
      switch (reply) {
        case NodeReply.Acked(List<Ack> fromNode) -> {
          acks.addAll(fromNode);
          next();
        }
        case NodeReply.Halted(Address by, Ack ack) -> {
          release();
          ruling.halted(by, ack);
        }
        case NodeReply.Failed(Reply why) -> {
          trail.processStarted(node.clientId(), 0);
          if (goesOn(node, 0, why)) {
            next();
          }
        }
      }
    }

    private boolean goesOn(Subscriber interceptor, long callId, Reply reply) {
      DeliveryOutcome end = DeliveryOutcome.of(interceptor, reply);
      counters.count(end.status());
      trail.processFinished(interceptor.clientId(), callId, end.status(), end.ack(), end.error());
      if (isHalted(interceptor, reply)) {
        release();
        ruling.halted(interceptor.clientId(), end.ack());
        return false;
      }
      acks.add(end.ack());
      return true;
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
