package bub.bus.trace;

import bub.bus.policy.RateLimiter;
import bub.bus.policy.SenderInfo;
import bub.bus.route.Subscriber;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Role;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Guard that finds the trace of each message and refuses endless loops between agents before
 * delivery. People are never limited: a person's message starts a trace. Hub thread only.
 */
public final class LoopGuard {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final double PER_SECOND = 1 / 60.0;
  private static final int MAX_PEERS = 8_192;
  private static final long BYTES_PER_MESSAGE = 256;
  private static final long BYTES_PER_PART = 64;
  private static final long BYTES_PER_PEER = 2_000;
  private static final String SYSTEM = "system:";

  private final GuardSettings settings;
  private final LongSupplier nanoTime;
  private final Consumer<TraceNotice> notices;
  private final MessageIndex index = new MessageIndex();
  private final RecentTraces traces = new RecentTraces();
  private final People people = new People();
  private final RateLimiter turns;
  private final RateLimiter cycleNotices;
  private final Map<Address, Influences> influences = new HashMap<>();
  private long number;

  /** {@code notices} gets one for the first refused message of a trace, until it may go on. */
  public LoopGuard(GuardSettings settings, LongSupplier nanoTime, Consumer<TraceNotice> notices) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.notices = notices;
    this.turns = new RateLimiter(settings.turns() * PER_SECOND, settings.turns(), nanoTime);
    this.cycleNotices = new RateLimiter(PER_SECOND, 1, nanoTime);
  }

  /** Judges a message just before its delivery, and remembers it when it may pass. */
  public GuardDecision judge(SenderInfo sender, Envelope envelope, List<Subscriber> recipients) {
    return judge(new Message(sender, envelope, envelope.payload().fields(), recipients, false));
  }

  /** Judges a call of the lobby, whose id may be the same for many calls. */
  public GuardDecision judgeCall(SenderInfo sender, Envelope envelope, Subscriber provider) {
    Fields payload = envelope.payload().fields();
    return judge(new Message(sender, envelope, payload, List.of(provider), true));
  }

  private record Message(
      SenderInfo sender,
      Envelope envelope,
      Fields payload,
      List<Subscriber> recipients,
      boolean isCall) {
    Address from() {
      return envelope.from();
    }

    Address peer() {
      return sender.clientId();
    }

    boolean hasToken() {
      return sender.principal() != null;
    }
  }

  private GuardDecision judge(Message message) {
    number++;
    Causality named = Causality.read(message.payload());
    return named.isNone() ? judgeWithoutCause(message) : judgeWithCause(message, named);
  }

  // ---- messages that name a cause or a trace

  private GuardDecision judgeWithCause(Message message, Causality named) {
    boolean isPerson = people.contains(message.from(), message.hasToken());
    IndexedMessage cause = isPerson ? null : knownCause(message, named.cause());
    Trace trace = cause == null ? namedTrace(message, named, isPerson) : traceOf(cause);
    if (trace == null) {
      remember(message, 0, null);
      return GuardDecision.PASSED;
    }
    int depth = cause == null ? 1 : depthAfter(cause, message);
    if (!isPerson && !isRetry(message)) {
      GuardDecision refusal = refusal(message, trace, depth);
      if (refusal != null) {
        return refusal;
      }
    }
    trace.sent(message.from());
    for (int i = 0; i < message.recipients().size(); i++) {
      trace.received(message.recipients().get(i).clientId());
    }
    traces.note(trace);
    remember(message, depth, trace);
    return new GuardDecision.Joined(trace.id(), cause == null ? null : cause.id());
  }

  /** Returns null unless the sender sent or received the message that it names. */
  private @Nullable IndexedMessage knownCause(Message message, @Nullable MessageId id) {
    IndexedMessage cause = id == null ? null : index.find(id);
    return cause != null && (cause.isKnownTo(message.peer()) || cause.isKnownTo(message.from()))
        ? cause
        : null;
  }

  private Trace traceOf(IndexedMessage cause) {
    Trace trace = cause.trace();
    if (trace == null) {
      TraceId id = TraceId.startedBy(cause.from(), cause.id());
      Trace known = traces.find(id);
      trace = known == null ? begin(id, cause) : known;
      cause.recipients().forEach(trace::received);
      cause.joins(trace);
    }
    traces.note(trace);
    return trace;
  }

  private Trace begin(TraceId id, IndexedMessage first) {
    boolean isPerson = people.contains(first.from(), first.hasToken());
    return new Trace(id, first.id(), first.from(), isPerson);
  }

  /** Returns the named trace, unless it belongs to others; a trace the bus does not know begins. */
  private @Nullable Trace namedTrace(Message message, Causality named, boolean isPerson) {
    if (named.trace() == null) {
      return null;
    }
    TraceId id = named.trace().trace();
    Trace known = traces.find(id);
    if (known == null) {
      var begun = new Trace(id, message.envelope().messageId(), message.from(), isPerson);
      traces.note(begun);
      return begun;
    }
    boolean takesPart = known.isParticipant(message.peer()) || known.isParticipant(message.from());
    return takesPart ? known : null;
  }

  /** Counts only causes that came from another peer: one peer may send many messages in a row. */
  private static int depthAfter(IndexedMessage cause, Message message) {
    boolean isOwn = cause.from().equals(message.from()) || cause.from().equals(message.peer());
    return isOwn ? cause.depth() : cause.depth() + 1;
  }

  private @Nullable GuardDecision refusal(Message message, Trace trace, int depth) {
    Address to = message.envelope().to();
    boolean isForBub = to.value().startsWith(SYSTEM);
    if (trace.isStopped() && !isForBub) {
      return GuardRule.STOPPED.refuse(message.from(), to, 0, trace.id());
    }
    if (!settings.enabled()
        || isForBub
        || settings.isExempt(message.from())
        || !counts(message.payload())
        || people.isPerson(to)) {
      return null;
    }
    boolean returns = trace.hasSent(to);
    long exchange = TextHash.of(message.envelope(), message.payload());
    GuardRule broken = brokenRule(message, trace, depth, returns, exchange);
    if (broken == null) {
      trace.record(exchange, depth, returns);
      return null;
    }
    int limit = limitOf(broken);
    if (trace.announce()) {
      notices.accept(
          new TraceNotice(
              TraceNotice.GUARDED,
              trace.id(),
              trace.root(),
              trace.person(),
              message.from(),
              broken.explain(limit)));
    }
    return broken.refuse(message.from(), to, limit, trace.id());
  }

  private @Nullable GuardRule brokenRule(
      Message message, Trace trace, int depth, boolean returns, long exchange) {
    // An allowance of messages includes the depth that these messages can reach.
    if (depth > settings.depth() + trace.allowance()) {
      return GuardRule.DEPTH;
    }
    if (returns && trace.messages() >= settings.messages() + trace.allowance()) {
      return GuardRule.MESSAGES;
    }
    if (trace.occurrences(exchange, depth) >= settings.repeats()) {
      return GuardRule.REPEATS;
    }
    // An answer to a chat is no turn, even when the bus does not know the person there.
    boolean isAlone =
        returns && trace.person() == null && Role.of(message.envelope().to()) != Role.CHAT;
    return isAlone && turns.refusal(message.peer().value()) != null ? GuardRule.TURNS : null;
  }

  private int limitOf(GuardRule rule) {
    return switch (rule) {
      case MESSAGES -> settings.messages();
      case DEPTH -> settings.depth();
      case REPEATS -> settings.repeats();
      case CYCLES -> settings.cycles();
      case TURNS -> settings.turns();
      case STOPPED -> 0;
    };
  }

  // ---- messages without a cause

  private GuardDecision judgeWithoutCause(Message message) {
    List<Subscriber> recipients = message.recipients();
    if (settings.enabled() && !recipients.isEmpty() && counts(message.payload())) {
      Influences own = influences.get(message.peer());
      if (own != null && own.hasReturned() && comesAround(own, message)) {
        return refuseCycle(message.envelope());
      }
      for (int i = 0; i < recipients.size(); i++) {
        Address recipient = recipients.get(i).clientId();
        influencesOf(recipient).receive(recipient, message.peer(), own, number);
      }
    }
    remember(message, 0, null);
    return GuardDecision.PASSED;
  }

  private boolean comesAround(Influences own, Message message) {
    if (isRetry(message)) {
      return false;
    }
    long text = TextHash.of(message.envelope(), message.payload());
    return own.count(text, number, nanoTime.getAsLong(), MINUTE) > settings.cycles()
        && !people.contains(message.from(), message.hasToken())
        && !settings.isExempt(message.from());
  }

  private GuardDecision refuseCycle(Envelope envelope) {
    TraceId own = TraceId.startedBy(envelope.from(), envelope.messageId());
    int limit = settings.cycles();
    if (cycleNotices.refusal(envelope.from().value()) == null) {
      notices.accept(
          new TraceNotice(
              TraceNotice.GUARDED,
              own,
              envelope.messageId(),
              null,
              envelope.from(),
              GuardRule.CYCLES.explain(limit)));
    }
    return GuardRule.CYCLES.refuse(envelope.from(), envelope.to(), limit, own);
  }

  private Influences influencesOf(Address peer) {
    if (influences.size() >= MAX_PEERS && !influences.containsKey(peer)) {
      influences.clear();
    }
    return influences.computeIfAbsent(peer, _ -> new Influences());
  }

  // ---- both

  private boolean isRetry(Message message) {
    if (message.isCall()) {
      return false;
    }
    IndexedMessage before = index.find(message.envelope().messageId());
    return before != null && before.from().equals(message.from());
  }

  /** False for events and delivery reports, which never lead to an answer. */
  private static boolean counts(Fields payload) {
    try {
      RawJson type = payload.find("type");
      return type == null
          || !type.isPlainly(AgentEvent.TYPE) && !type.isPlainly(DeliveryStatus.TYPE);
    } catch (InvalidField doubled) {
      return true;
    }
  }

  private void remember(Message message, int depth, @Nullable Trace trace) {
    Envelope envelope = message.envelope();
    people.learn(envelope);
    index.add(
        new IndexedMessage(
            envelope.messageId(),
            envelope.from(),
            message.hasToken(),
            depth,
            message.recipients(),
            trace));
  }

  // ---- orders

  /** Returns the trace of a turn by its id or by one of its messages; null when it is unknown. */
  @Nullable Trace find(TraceOrder order) {
    if (order.trace() != null) {
      return traces.find(order.trace());
    }
    IndexedMessage known = order.messageId() == null ? null : index.find(order.messageId());
    return known == null ? null : traceOf(known);
  }

  /** Begins a trace that the bus has not seen since its start. */
  Trace begin(TraceId id) {
    var trace = new Trace(id, null, null, false);
    traces.note(trace);
    return trace;
  }

  boolean isPerson(Address address) {
    return people.isPerson(address);
  }

  int messagesPerTrace() {
    return settings.messages();
  }

  /** Returns the approximate memory of everything that the guard remembers. */
  public long heldBytes() {
    return index.size() * BYTES_PER_MESSAGE
        + traces.parts() * BYTES_PER_PART
        + influences.size() * BYTES_PER_PEER;
  }

  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("traces_recent", (long) traces.size());
    figures.put("messages_indexed", (long) index.size());
    return figures;
  }
}
