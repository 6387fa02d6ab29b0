package bub.bus.trace;

import bub.bus.policy.GuardLimits;
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
import bub.protocol.budget.BudgetRequest;
import bub.protocol.message.AgentEvent;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.trace.Causality;
import bub.protocol.trace.Step;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Guard that finds the trace of each message and refuses endless loops between agents before
 * delivery. People are never limited: a person's message starts a trace. Hub thread only.
 */
public final class LoopGuard {
  private static final double PER_SECOND = 1 / 60.0;
  private static final long BYTES_PER_MESSAGE = 256;
  private static final long BYTES_PER_PART = 64;
  private static final int MAX_RETRIES = 20;

  /** Services of bub that a turn needs even when it is refused. */
  private static final Set<Address> SERVICES =
      Set.of(
          Step.ADDRESS,
          TraceNotice.ADDRESS,
          BudgetRequest.ADDRESS,
          new Address("system:spawn"),
          new Address("system:route"));

  private final GuardSettings settings;
  private final Consumer<TraceNotice> notices;
  private final MessageIndex index = new MessageIndex();
  private final RecentTraces traces = new RecentTraces();
  private final People people = new People();
  private final LongSupplier nanoTime;
  // By limit: as many as there are different limits in the settings.
  private final Map<Integer, RateLimiter> turns = new HashMap<>();
  private final RateLimiter cycleNotices;
  private final CycleDetector cycles;
  private final ClusterTraces acrossNodes;

  /** {@code notices} gets one for the first refused message of a trace, until it may go on. */
  public LoopGuard(GuardSettings settings, LongSupplier nanoTime, Consumer<TraceNotice> notices) {
    this.settings = settings;
    this.cycles = new CycleDetector(nanoTime);
    this.notices = notices;
    this.nanoTime = nanoTime;
    this.cycleNotices = new RateLimiter(PER_SECOND, 1, nanoTime);
    this.acrossNodes = new ClusterTraces(index, traces, people, cycles);
  }

  public ClusterTraces acrossNodes() {
    return acrossNodes;
  }

  /** Judges a message just before its delivery, and remembers it when it may pass. */
  public GuardDecision judge(
      SenderInfo sender, Envelope envelope, Fields payload, List<Subscriber> recipients) {
    return judge(message(sender, envelope, payload, recipients, false));
  }

  /** Judges a call of the lobby, whose id may be the same for many calls. */
  public GuardDecision judgeCall(SenderInfo sender, Envelope envelope, Subscriber provider) {
    Fields payload = envelope.payload().fields();
    return judge(message(sender, envelope, payload, List.of(provider), true));
  }

  private GuardedMessage message(
      SenderInfo sender,
      Envelope envelope,
      Fields payload,
      List<Subscriber> recipients,
      boolean isCall) {
    long key = index.keyOf(envelope.messageId());
    return new GuardedMessage(sender, envelope, payload, recipients, isCall, key);
  }

  private GuardDecision judge(GuardedMessage message) {
    Causality named = Causality.read(message.payload());
    return named.isNone() ? judgeWithoutCause(message) : judgeWithCause(message, named);
  }

  // ---- messages that name a cause or a trace

  private GuardDecision judgeWithCause(GuardedMessage message, Causality named) {
    boolean isPerson = people.contains(message.from(), message.isTrustedChat());
    IndexedMessage cause = isPerson ? null : knownCause(message, named);
    Trace trace = traceOf(message, named, cause, isPerson);
    if (trace == null) {
      return judgeWithoutCause(message);
    }
    int depth = cause == null ? 1 : depthAfter(cause, message);
    Address to = message.envelope().to();
    if (trace.isStopped() && !isPerson && !SERVICES.contains(to)) {
      return GuardRule.STOPPED.refuse(message.from(), to, 0, trace.id());
    }
    long text = TextHash.of(message.envelope(), message.payload());
    if (!isPerson && !isRetry(message, trace, depth)) {
      long exchange = TextHash.mix(text, cause == null ? 0 : cause.text());
      GuardDecision refusal = refusal(message, trace, depth, exchange);
      if (refusal != null) {
        return refusal;
      }
    }
    trace.sent(message.from());
    if (named.trace() != null) {
      trace.calls(message.from(), named.trace().trace());
    }
    for (int i = 0; i < message.recipients().size(); i++) {
      trace.received(message.recipients().get(i).clientId());
    }
    traces.note(trace);
    remember(message, depth, text, trace);
    return new GuardDecision.Joined(trace.id(), cause == null ? null : named.cause());
  }

  private @Nullable Trace traceOf(
      GuardedMessage message, Causality named, @Nullable IndexedMessage cause, boolean isPerson) {
    return cause == null || named.cause() == null
        ? namedTrace(message, named, isPerson)
        : traceOf(cause, named.cause());
  }

  /** Finds the trace of an order to a service of the bus, which no rule limits. */
  public GuardDecision join(SenderInfo sender, Envelope envelope) {
    Fields payload = envelope.payload().fields();
    Causality named = Causality.read(payload);
    if (named.isNone()) {
      return GuardDecision.PASSED;
    }
    GuardedMessage message = message(sender, envelope, payload, List.of(), false);
    boolean isPerson = people.contains(message.from(), message.isTrustedChat());
    IndexedMessage cause = isPerson ? null : knownCause(message, named);
    Trace trace = traceOf(message, named, cause, isPerson);
    if (trace == null) {
      return GuardDecision.PASSED;
    }
    // After a restart, an order may be the first message of its trace. It counts for no rule.
    trace.received(message.from());
    return new GuardDecision.Joined(trace.id(), cause == null ? null : named.cause());
  }

  /**
   * Returns null unless the sender sent or received the message that it names. A trace in which the
   * sender takes part counts more than a cause in another trace: the id may be somebody else's.
   */
  private @Nullable IndexedMessage knownCause(GuardedMessage message, Causality named) {
    MessageId id = named.cause();
    IndexedMessage cause = id == null ? null : index.find(index.keyOf(id));
    if (cause == null || !(cause.isKnownTo(message.peer()) || cause.isKnownTo(message.from()))) {
      return null;
    }
    Trace own = cause.trace();
    Trace other = named.trace() == null ? null : traces.find(named.trace().trace());
    boolean isElsewhere =
        own != null && other != null && !other.equals(own) && takesPart(message, other);
    return isElsewhere ? null : cause;
  }

  private static boolean takesPart(GuardedMessage message, Trace trace) {
    return trace.isParticipant(message.peer()) || trace.isParticipant(message.from());
  }

  private Trace traceOf(IndexedMessage cause, MessageId causeId) {
    Trace trace = cause.trace();
    if (trace == null) {
      TraceId id = TraceId.startedBy(cause.from(), causeId);
      Trace known = traces.find(id);
      boolean isPerson = people.contains(cause.from(), cause.isTrustedChat());
      trace = known == null ? new Trace(id, causeId, cause.from(), isPerson) : known;
      trace.claim(causeId, cause.from(), isPerson);
      cause.recipients().forEach(trace::received);
      cause.joins(trace);
    }
    traces.note(trace);
    return trace;
  }

  /** Returns the named trace, unless it belongs to others; a trace the bus does not know begins. */
  private @Nullable Trace namedTrace(GuardedMessage message, Causality named, boolean isPerson) {
    if (named.trace() == null) {
      return null;
    }
    TraceId id = named.trace().trace();
    Trace known = traces.find(id);
    if (known == null) {
      // Only a person gets authority over a trace from elsewhere: anybody can name any id.
      Address starter = isPerson ? message.from() : null;
      var begun = new Trace(id, message.envelope().messageId(), starter, isPerson);
      traces.note(begun);
      return begun;
    }
    return takesPart(message, known) ? known : null;
  }

  /** Counts only causes that came from another peer: one peer may send many messages in a row. */
  private static int depthAfter(IndexedMessage cause, GuardedMessage message) {
    boolean isOwn = cause.from().equals(message.from()) || cause.from().equals(message.peer());
    return isOwn ? cause.depth() : cause.depth() + 1;
  }

  private @Nullable GuardDecision refusal(
      GuardedMessage message, Trace trace, int depth, long exchange) {
    Address to = message.envelope().to();
    if (!settings.enabled()
        || SERVICES.contains(to)
        || settings.isExempt(message.from())
        || !counts(message.payload())
        || people.isPerson(to)) {
      return null;
    }
    boolean returns = trace.hasSent(to);
    GuardLimits limits = settings.limitsOf(message.from());
    GuardRule broken = brokenRule(message, limits, trace, depth, returns, exchange);
    if (broken == null) {
      trace.record(exchange, depth, returns);
      return null;
    }
    int limit = broken.limitIn(limits);
    if (trace.announce(limits.messages())) {
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
      GuardedMessage message,
      GuardLimits limits,
      Trace trace,
      int depth,
      boolean returns,
      long exchange) {
    // An allowance of messages includes the depth that these messages can reach.
    if (depth > limits.depth() + trace.allowance()) {
      return GuardRule.DEPTH;
    }
    if (returns && trace.messages() >= limits.messages() + trace.allowance()) {
      return GuardRule.MESSAGES;
    }
    if (trace.occurrences(exchange, depth) >= limits.repeats()) {
      return GuardRule.REPEATS;
    }
    // An answer to a chat is no turn, even when the bus does not know the person there.
    boolean isAlone =
        returns
            && depth >= 2 // the answer to a first question is no loop
            && trace.person() == null
            && Role.of(message.envelope().to()) != Role.CHAT;
    return isAlone && turns(limits).refusal(message.peer().value()) != null
        ? GuardRule.TURNS
        : null;
  }

  private RateLimiter turns(GuardLimits limits) {
    return turns.computeIfAbsent(
        limits.turns(), limit -> new RateLimiter(limit * PER_SECOND, limit, nanoTime));
  }

  // ---- messages without a cause

  private GuardDecision judgeWithoutCause(GuardedMessage message) {
    // A message to many is a publication, and what comes back is no answer to it.
    if (settings.enabled() && message.recipients().size() == 1 && counts(message.payload())) {
      if (comesAround(message)) {
        return refuseCycle(message.envelope());
      }
      Address recipient = message.recipients().getFirst().clientId();
      cycles.delivered(message.peer(), recipient, message.envelope(), message.payload());
    }
    remember(message, 0, 0, null);
    return GuardDecision.PASSED;
  }

  private boolean comesAround(GuardedMessage message) {
    return cycles.hasReturned(message.peer())
        && !isRetry(message, null, 0)
        && cycles.count(message.peer(), message.envelope(), message.payload())
            > settings.limitsOf(message.from()).cycles()
        && !people.contains(message.from(), message.isTrustedChat())
        && !settings.isExempt(message.from());
  }

  private GuardDecision refuseCycle(Envelope envelope) {
    TraceId own = TraceId.startedBy(envelope.from(), envelope.messageId());
    int limit = settings.limitsOf(envelope.from()).cycles();
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

  // ---- both

  /** Only a few: a peer may use one id for all its messages. */
  private boolean isRetry(GuardedMessage message, @Nullable Trace trace, int depth) {
    if (message.isCall()) {
      return false;
    }
    IndexedMessage before = index.find(message.key());
    return before != null
        && before.from().equals(message.from())
        && before.retries() < MAX_RETRIES
        && before.depth() == depth
        && Objects.equals(before.trace(), trace);
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

  private void remember(GuardedMessage message, int depth, long text, @Nullable Trace trace) {
    people.learn(message.envelope());
    IndexedMessage indexed = index.add(message.key(), message.lastingFrom(), message.recipients());
    if (indexed != null) {
      indexed.describe(message.isTrustedChat(), depth, text, trace);
    }
  }

  // ---- orders

  /** Returns the trace of a turn by its id or by one of its messages; null when it is unknown. */
  @Nullable Trace find(TraceOrder order, Address from) {
    if (order.trace() != null) {
      return traces.find(order.trace());
    }
    MessageId message = order.messageId();
    if (message == null) {
      return null;
    }
    // The sender's own message first: another peer may have sent one with the same id.
    Trace own = traces.find(TraceId.startedBy(from, message));
    IndexedMessage known = own == null ? index.find(index.keyOf(message)) : null;
    return known == null ? own : traceOf(known, message);
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

  /** Returns the approximate memory of everything that the guard remembers. */
  public long heldBytes() {
    return index.size() * BYTES_PER_MESSAGE + traces.parts() * BYTES_PER_PART + cycles.heldBytes();
  }

  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("traces_recent", (long) traces.size());
    figures.put("messages_indexed", (long) index.size());
    return figures;
  }
}
