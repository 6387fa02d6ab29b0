package bub.bus.trace;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.trace.TraceId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Messages that one message caused, as far as the guard counts them. Hub thread only. */
final class Trace {
  private static final int MAX_PARTICIPANTS = 256;
  private static final int MAX_EXCHANGES = 512;

  /** Number of times that an exchange came around, and its greatest depth. */
  private static final class Occurrences {
    private int count;
    private int depth;

    /** The same depth is a repetition without a return: a stream, not a loop. */
    int countAt(int newDepth) {
      return newDepth > depth ? count + 1 : count;
    }
  }

  private final TraceId id;
  private @Nullable MessageId root;
  private @Nullable Address starter;
  private boolean hasPerson;
  // True for a participant that has sent a message.
  private final Map<Address, Boolean> participants = new LinkedHashMap<>();
  // Ids of participants that derived their own, because they got a cause without a trace.
  private final Map<Address, TraceId> names = new HashMap<>();
  private final Map<Long, Occurrences> exchanges = new HashMap<>();
  private int messages;
  private int allowance;
  private boolean isStopped;
  private boolean isAnnounced;
  private int nextAllowance;

  Trace(TraceId id, @Nullable MessageId root, @Nullable Address starter, boolean hasPerson) {
    this.id = id;
    this.root = root;
    this.starter = starter;
    this.hasPerson = hasPerson;
    if (starter != null) {
      sent(starter);
    }
  }

  TraceId id() {
    return id;
  }

  /**
   * Gives the trace to the sender of its first message, when another peer named the trace first.
   */
  void claim(MessageId firstMessage, Address firstSender, boolean isPerson) {
    if (starter == null) {
      root = firstMessage;
      starter = firstSender;
      hasPerson = isPerson;
      sent(firstSender);
    }
  }

  @Nullable MessageId root() {
    return root;
  }

  /** Returns the sender of the first message; null when the bus has not seen it. */
  @Nullable Address starter() {
    return starter;
  }

  @Nullable Address person() {
    return hasPerson ? starter : null;
  }

  void sent(Address peer) {
    Boolean hasSent = participants.get(peer);
    if (hasSent == null ? participants.size() < MAX_PARTICIPANTS : !hasSent) {
      participants.put(peer, true);
    }
  }

  void received(Address peer) {
    if (participants.size() < MAX_PARTICIPANTS) {
      participants.putIfAbsent(peer, false);
    }
  }

  /** Notes the id that a participant uses for this trace. */
  void calls(Address participant, TraceId name) {
    if (!name.equals(id) && (names.size() < MAX_PARTICIPANTS || names.containsKey(participant))) {
      names.put(participant, name);
    }
  }

  /** Returns the id that a participant knows. */
  TraceId idFor(Address participant) {
    return names.getOrDefault(participant, id);
  }

  boolean hasSent(Address peer) {
    return participants.getOrDefault(peer, false);
  }

  boolean isParticipant(Address peer) {
    return participants.containsKey(peer);
  }

  List<Address> participants() {
    return List.copyOf(participants.keySet());
  }

  /** Returns how often this exchange has come around, with this time. */
  int occurrences(long exchange, int depth) {
    Occurrences before = exchanges.get(exchange);
    return before == null ? 1 : before.countAt(depth);
  }

  void record(long exchange, int depth, boolean returns) {
    Occurrences known = exchanges.get(exchange);
    if (known == null && exchanges.size() < MAX_EXCHANGES) {
      known = new Occurrences();
      exchanges.put(exchange, known);
    }
    if (known != null) {
      known.count = known.countAt(depth);
      known.depth = Math.max(depth, known.depth);
    }
    messages += returns ? 1 : 0;
  }

  int messages() {
    return messages;
  }

  TraceContext.Turn summary() {
    return new TraceContext.Turn(id, root, starter, hasPerson, messages, allowance, isStopped);
  }

  /** Learns what another node has counted. Along a chain of messages the larger count is exact. */
  void merge(TraceContext.Turn elsewhere) {
    if (elsewhere.root() != null && elsewhere.starter() != null) {
      claim(elsewhere.root(), elsewhere.starter(), elsewhere.hasPerson());
    }
    messages = Math.max(messages, elsewhere.messages());
    allowance = Math.max(allowance, elsewhere.allowance());
    isStopped |= elsewhere.isStopped();
  }

  /** Returns the number of participants, names and exchanges that it holds. */
  int parts() {
    return participants.size() + names.size() + exchanges.size();
  }

  int allowance() {
    return allowance;
  }

  /** Lets the turn go on after the guard refused a message. */
  void goOn() {
    allowance += nextAllowance;
    exchanges.clear();
    isAnnounced = false;
  }

  void stop() {
    isStopped = true;
  }

  boolean isStopped() {
    return isStopped;
  }

  /** True while the guard waits for somebody to let the turn go on. */
  boolean isAnnounced() {
    return isAnnounced;
  }

  /**
   * Returns true once until the trace may go on, which allows {@code messages} more: as many as the
   * sender that broke a rule may send.
   */
  boolean announce(int messages) {
    boolean first = !isAnnounced;
    nextAllowance = first ? messages : nextAllowance;
    isAnnounced = true;
    return first;
  }
}
