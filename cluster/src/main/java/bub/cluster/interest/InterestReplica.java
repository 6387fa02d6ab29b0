package bub.cluster.interest;

import bub.cluster.interest.InterestCounters.Event;
import bub.cluster.interest.InterestDecoder.Ignored;
import bub.cluster.interest.InterestDecoder.OtherVersion;
import bub.cluster.interest.InterestDecoder.Understood;
import bub.cluster.interest.InterestMessage.Confirmation;
import bub.cluster.interest.InterestMessage.Delta;
import bub.cluster.interest.InterestMessage.Goodbye;
import bub.cluster.interest.InterestMessage.Heartbeat;
import bub.cluster.interest.InterestMessage.Question;
import bub.cluster.interest.InterestMessage.RepairRequest;
import bub.cluster.interest.InterestMessage.Slice;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Replica of the interest of all nodes. Hub thread only.
 *
 * <p>Each node numbers its deltas and broadcasts them. Heartbeats carry the last number and a
 * digest of the sender's table. A node that finds a gap or another digest asks for the missing
 * deltas or a snapshot. So every table becomes right, whatever the network lost.
 */
public final class InterestReplica {
  /** Reason of a node that left on purpose. */
  public static final String SAID_GOODBYE = "It said goodbye.";

  // A longer time between two ticks means that this process did not run.
  private static final long STALL_NANOS = 1_000_000_000;

  private final NodeId self;
  private final InterestSettings settings;
  private final InterestTransport transport;
  private final InterestListener listener;
  private final LongSupplier nanoTime;
  private final long startedAt;
  private final InterestEncoder encoder;
  private final InterestCounters counters = new InterestCounters();
  private final LocalInterest local;
  private final LiveNodes nodes;
  private final SnapshotSender snapshots;
  private final KnownBarriers barriers;
  private final NameRivals rivals = new NameRivals();
  private final Set<NodeId> otherVersions = new HashSet<>();
  private long beat;
  private long tickedAt;
  private long heartbeatAt;
  private boolean hasLeft;

  public InterestReplica(
      NodeId self,
      InterestSettings settings,
      InterestTransport transport,
      InterestListener listener,
      LongSupplier nanoTime) {
    this.self = self;
    this.settings = settings;
    this.transport = transport;
    this.listener = listener;
    this.nanoTime = nanoTime;
    startedAt = nanoTime.getAsLong();
    encoder = new InterestEncoder(self);
    local = new LocalInterest(self, encoder, settings, counters, this::broadcast);
    snapshots = new SnapshotSender(local, encoder, settings, counters, this::send);
    barriers = new KnownBarriers(settings.maxBarriers(), counters);
    nodes = new LiveNodes(settings, listener, counters);
  }

  /** Adds one holder of a local entry. The first one is announced. */
  public void add(InterestEntry entry) {
    if (!hasLeft) {
      local.add(entry);
    }
  }

  /** Removes one holder of a local entry. The last one is announced. */
  public void remove(InterestEntry entry) {
    if (!hasLeft) {
      local.remove(entry);
    }
  }

  /** Sends the changes of a turn of the hub. */
  public void flush() {
    if (hasLeft) {
      return;
    }
    boolean isAsking = barriers.hasFresh();
    if (local.hasUnsentChanges()) {
      local.send(isAsking ? Question.CONFIRM_NOW : Question.NONE);
      barriers.waitFor(local.sequence());
    } else if (isAsking) {
      barriers.waitFor(local.sequence());
      broadcast(heartbeat(Question.CONFIRM_NOW));
    }
  }

  /**
   * Runs the action when every live node has confirmed all local changes so far: at once when there
   * is nobody to wait for, and after a bound in any case.
   */
  public void whenKnown(Runnable done) {
    if (hasLeft || isKnown()) {
      done.run();
    } else if (barriers.isFull()) {
      counters.count(Event.BARRIERS_REFUSED);
      done.run();
    } else {
      barriers.add(now() + settings.barrierBound().toNanos(), done);
    }
  }

  private boolean isKnown() {
    return nodes.isEmpty()
        || !local.hasUnsentChanges() && nodes.confirmedByAll() >= local.sequence();
  }

  /** Takes a message of any node. Unreadable messages are counted and have no effect. */
  public void received(byte[] message) {
    if (hasLeft) {
      return;
    }
    counters.count(Event.MESSAGES_RECEIVED);
    counters.add(Event.BYTES_RECEIVED, message.length);
    switch (InterestDecoder.decode(message)) {
      case Understood(NodeId from, InterestMessage body) -> received(from, body, message.length);
      case OtherVersion(NodeId from, int lowest, int highest) ->
          receivedOtherVersion(from, lowest, highest);
      case Ignored.MALFORMED -> counters.count(Event.MALFORMED_MESSAGES);
      case Ignored.UNKNOWN_TYPE -> counters.count(Event.UNKNOWN_TYPES);
      case Ignored.UNKNOWN_VERSION -> counters.count(Event.UNKNOWN_VERSIONS);
    }
  }

  private void received(NodeId from, InterestMessage body, int bytes) {
    long now = now();
    if (from.name().equals(self.name())) {
      if (!from.equals(self)) {
        receivedFromRival(from, body, now);
      }
      return;
    }
    if (body instanceof Goodbye) {
      nodes.depart(from, "The node left.", now);
      barriers.release(nodes.confirmedByAll(), now);
      return;
    }
    KnownNode node = hear(from, now);
    if (node == null) {
      return;
    }
    switch (body) {
      case Heartbeat heartbeat -> {
        node.take(heartbeat);
        node.confirmed(heartbeat.beat(), heartbeat.known().getOrDefault(self.epoch(), -1L));
      }
      case Delta delta -> node.take(delta, bytes, now);
      case Slice slice -> node.take(slice, now);
      case Confirmation(long to, long atBeat, long sequence) -> {
        if (to == self.epoch()) {
          node.confirmed(atBeat, sequence);
          snapshots.confirmed(from, sequence);
        }
      }
      case RepairRequest request -> repair(from, request, now);
      case Goodbye _ -> {}
    }
    answer(node, now);
    barriers.release(nodes.confirmedByAll(), now);
  }

  private void receivedFromRival(NodeId rival, InterestMessage body, long now) {
    if (body instanceof Goodbye) {
      rivals.left(rival);
    } else if (rivals.heard(rival, now)) {
      listener.nameConflict(rival);
    }
  }

  private void receivedOtherVersion(NodeId from, int lowest, int highest) {
    counters.count(Event.UNKNOWN_VERSIONS);
    boolean hasCommonVersion =
        lowest <= InterestEncoder.HIGHEST_MAJOR && highest >= InterestEncoder.LOWEST_MAJOR;
    if (!hasCommonVersion
        && otherVersions.size() < settings.maxNodes()
        && otherVersions.add(from)) {
      listener.versionConflict(from, lowest, highest);
    }
  }

  private @Nullable KnownNode hear(NodeId from, long now) {
    KnownNode known = nodes.get(from);
    if (known != null) {
      known.heard(now);
      return known;
    }
    KnownNode joined = nodes.join(from, now);
    if (joined != null) {
      // The new node learns of this one without waiting for the next heartbeat.
      send(from, heartbeat(Question.NONE));
    }
    return joined;
  }

  private void repair(NodeId from, RepairRequest request, long now) {
    if (request.to() != self.epoch()) {
      return;
    }
    flush();
    List<byte[]> missing = request.snapshot() == 0 ? local.deltasAfter(request.known()) : null;
    if (missing == null) {
      snapshots.request(from, request, now);
      return;
    }
    counters.add(Event.DELTAS_RESENT, missing.size());
    missing.forEach(delta -> send(from, delta));
  }

  private void answer(KnownNode node, long now) {
    if (node.owesConfirmation()) {
      send(node.id(), encoder.confirmation(node.id().epoch(), ++beat, node.known()));
    }
    RepairRequest request = node.nextRequest(now);
    if (request != null) {
      send(node.id(), encoder.repairRequest(request));
    }
  }

  /** Does what is due. Call it about every 100 ms. */
  public void tick() {
    if (hasLeft) {
      return;
    }
    long now = now();
    if (tickedAt != 0 && now - tickedAt > STALL_NANOS) {
      long stalled = now - tickedAt;
      nodes.all().forEach(node -> node.excuse(stalled));
    }
    tickedAt = now;
    nodes.forgetSilent(now);
    nodes.all().forEach(node -> answer(node, now));
    snapshots.tick(now);
    barriers.release(nodes.confirmedByAll(), now);
    flush();
    boolean isDue = heartbeatAt == 0 || now - heartbeatAt >= settings.heartbeat().toNanos();
    if (isDue || barriers.size() > 0) {
      heartbeatAt = isDue ? now : heartbeatAt;
      broadcast(heartbeat(barriers.size() > 0 ? Question.CONFIRM_NOW : Question.NONE));
    }
  }

  /** A heartbeat states the digest of what was sent, so it sends the rest first. */
  private byte[] heartbeat(Question question) {
    if (local.hasUnsentChanges()) {
      flush();
    }
    InterestTable table = local.table();
    return encoder.heartbeat(
        ++beat, question, local.sequence(), table.size(), table.digest(), nodes.known());
  }

  /** Says goodbye, so that the other nodes forget this one at once. */
  public void leave() {
    if (!hasLeft) {
      flush();
      broadcast(encoder.goodbye());
      hasLeft = true;
      barriers.releaseAll();
    }
  }

  private void broadcast(byte[] message) {
    countSent(message);
    transport.broadcast(message);
  }

  private void send(NodeId node, byte[] message) {
    countSent(message);
    transport.sendTo(node, message);
  }

  private void countSent(byte[] message) {
    counters.count(Event.MESSAGES_SENT);
    counters.add(Event.BYTES_SENT, message.length);
  }

  /** The time since the start, never 0, so that 0 can mean never. */
  private long now() {
    return nanoTime.getAsLong() - startedAt + 1;
  }

  public NodeId self() {
    return self;
  }

  /** The other live nodes. */
  public Collection<NodeId> nodes() {
    return nodes.all().stream().map(KnownNode::id).toList();
  }

  /** The other node where a peer is connected: the one that said so last. */
  public @Nullable NodeId nodeOfPeer(String clientId) {
    return nodes.peers().of(clientId);
  }

  /** True when another process with the name of this node may be alive. */
  public boolean mayHaveRival() {
    return rivals.isUnsure(now());
  }

  /** Other nodes whose interest is known to be incomplete here. */
  public int nodesBehind() {
    return (int) nodes.all().stream().filter(KnownNode::isBehind).count();
  }

  /** True when the interest of this node is known to be incomplete here. */
  public boolean isBehind(NodeId id) {
    KnownNode node = nodes.get(id);
    return node != null && node.isBehind();
  }

  /** Time since the last message of a node. */
  public long silenceMillis(NodeId id) {
    KnownNode node = nodes.get(id);
    return node == null ? 0 : node.silence(now()) / 1_000_000;
  }

  /** Entries of the other nodes. */
  public long entries() {
    return nodes.all().stream().mapToLong(node -> node.interest().table().size()).sum();
  }

  /** Summary of the interest of each node, including this one. */
  public Map<NodeId, InterestDigest> digests() {
    var digests = new LinkedHashMap<NodeId, InterestDigest>();
    digests.put(self, digest(local.sequence(), local.table()));
    nodes
        .all()
        .forEach(node -> digests.put(node.id(), digest(node.known(), node.interest().table())));
    return digests;
  }

  private static InterestDigest digest(long sequence, InterestTable table) {
    return new InterestDigest(sequence, table.size(), table.digest());
  }

  /**
   * Number that is equal on all nodes with equal tables, whatever the order of the nodes. Positive
   * and exact in JSON readers with doubles.
   */
  private long digest() {
    long sum = 0;
    for (var node : digests().entrySet()) {
      sum += (node.getKey().epoch() ^ node.getValue().digest()) * 0x9e3779b97f4a7c15L;
    }
    return sum >>> 11;
  }

  /** Estimate of the heap that the replica holds, including the texts that the listener shares. */
  public long heldBytes() {
    return local.heldBytes() + nodes.heldBytes() + snapshots.heldBytes();
  }

  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("nodes", (long) nodes.all().size());
    figures.put("nodes_behind", (long) nodesBehind());
    figures.put("entries_local", local.table().size());
    figures.put("entries_remote", entries());
    figures.put("digest", digest());
    figures.put("held_bytes", heldBytes());
    figures.put("barriers_waiting", (long) barriers.size());
    counters.putInto(figures);
    return figures;
  }
}
