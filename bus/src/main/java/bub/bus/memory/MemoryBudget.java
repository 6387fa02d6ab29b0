package bub.bus.memory;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Memory that the bus holds for all its peers. When it is full, connections are closed: first those
 * that have not completed initialize, then the largest of the largest group. Hub thread only.
 */
public final class MemoryBudget {

  private static final class Amount {
    private long bytes;
  }

  private final MemoryLimits limits;
  private final Executor hubThread;
  private final Map<MemoryKind, Amount> heldByKind = new EnumMap<>(MemoryKind.class);
  private final Map<String, MemoryGroup> groups = new HashMap<>();
  private final UninitializedConnections uninitialized;
  // Evicted accounts whose connections are still closing; their memory counts as free.
  private final Set<MemoryAccount> closing = new HashSet<>();
  private long held;
  private long heldTransient;
  private long heldShared;
  private boolean reliefIsDue;
  private LongSupplier requestedRelief = () -> 0;
  private long refused;
  private long evicted;

  public MemoryBudget(MemoryLimits limits, Executor hubThread) {
    this.limits = limits;
    this.hubThread = hubThread;
    this.uninitialized = new UninitializedConnections(limits);
    for (MemoryKind kind : MemoryKind.values()) {
      heldByKind.put(kind, new Amount());
    }
  }

  @SuppressWarnings("NullAway") // the constructor creates an amount for every kind
  private Amount amountOf(MemoryKind kind) {
    return heldByKind.get(kind);
  }

  /** Opens the account of a new connection, which may close an older uninitialized one. */
  public MemoryAccount open(String remoteAddress, MemoryAccount.Holder holder) {
    MemoryGroup group = groupOf("address " + remoteAddress);
    var account = new MemoryAccount(this, group, holder);
    group.members.add(account);
    MemoryAccount displaced = uninitialized.add(account, remoteAddress);
    if (displaced != null) {
      evict(displaced, "too many connections have not completed initialize");
    }
    return account;
  }

  private MemoryGroup groupOf(String owner) {
    return groups.computeIfAbsent(owner, MemoryGroup::new);
  }

  void promote(MemoryAccount account, String principal) {
    uninitialized.remove(account);
    uninitialized.charge(-account.held());
    if (!principal.isEmpty()) {
      account.group.held -= account.held();
      leaveGroup(account);
      account.group = groupOf("principal " + principal);
      account.group.members.add(account);
      account.group.held += account.held();
    }
  }

  void remove(MemoryAccount account) {
    closing.remove(account);
    uninitialized.remove(account);
    leaveGroup(account);
  }

  private void leaveGroup(MemoryAccount account) {
    MemoryGroup group = account.group;
    group.members.remove(account);
    if (group.members.isEmpty()) {
      groups.remove(group.owner, group);
    }
  }

  void charge(MemoryKind kind, long bytes, MemoryAccount account) {
    held += bytes;
    heldTransient += kind.isTransient() ? bytes : 0;
    amountOf(kind).bytes += bytes;
    if (!account.isInitialized()) {
      uninitialized.charge(bytes);
    }
    if (bytes > 0 && !reliefIsDue && (isOverLimit() || uninitialized.isFull())) {
      scheduleRelief();
    }
  }

  /** Sets the memory that belongs to no connection; it reduces the memory for connections. */
  public void holdShared(long bytes) {
    amountOf(MemoryKind.LOBBY).bytes += bytes - heldShared;
    heldShared = bytes;
  }

  /** The limit minus the shared memory above a quarter of it. */
  private long total() {
    return limits.total() - Math.max(0, heldShared - limits.total() / 4);
  }

  private boolean isOverLimit() {
    return held > total() || heldTransient > limits.transientTotal();
  }

  /** Evaluates {@code excess} again in a later task, because the need may be over by then. */
  public void requestRelief(LongSupplier excess) {
    requestedRelief = excess;
    if (!reliefIsDue) {
      scheduleRelief();
    }
  }

  private void scheduleRelief() {
    reliefIsDue = true;
    // Run later, because the caller may be in the middle of a delivery.
    hubThread.execute(this::relieve);
  }

  /** True while the bus must not hold more memory, except for parts of bub itself. */
  public boolean isFull() {
    return limits.isExceeded(held + limits.total() - total(), heldTransient);
  }

  boolean hasRoomFor(MemoryKind kind, long bytes) {
    return !limits.isExceeded(
        held + limits.total() - total() + bytes, heldTransient + (kind.isTransient() ? bytes : 0));
  }

  private void relieve() {
    reliefIsDue = false;
    if (uninitialized.isFull()) {
      relieveOf(
          uninitialized.held() - limits.uninitializedAfterRelief(),
          MemoryRelief.largestFirst(uninitialized.accounts()));
    }
    long excess = excess();
    excess = relieveOf(excess, MemoryRelief.largestFirst(uninitialized.accounts()));
    long least = excess > 0 ? MemoryRelief.leastToBlame(groups.values()) : 0;
    while (excess > 0) {
      long before = excess;
      excess = relieveOf(excess, MemoryRelief.ofLargestGroup(groups.values(), least));
      if (excess == before) {
        return;
      }
    }
  }

  /** Returns the bytes to free, without those of connections that are already closing. */
  private long excess() {
    long excess = requestedRelief.getAsLong();
    if (held > total()) {
      excess = Math.max(excess, held - total() + total() / 8);
    }
    if (heldTransient > limits.transientTotal()) {
      excess = Math.max(excess, heldTransient - limits.transientAfterRelief());
    }
    return excess - heldByClosing();
  }

  /** Returns the bytes that are still missing. */
  private long relieveOf(long excess, Iterable<MemoryAccount> candidates) {
    long missing = excess;
    for (MemoryAccount account : candidates) {
      if (missing <= 0) {
        break;
      }
      missing -= account.held();
      evict(account, "the bus is out of memory, and this connection uses the most");
    }
    return missing;
  }

  private void evict(MemoryAccount account, String reason) {
    evicted++;
    closing.add(account);
    account.evict(reason);
  }

  private long heldByClosing() {
    return closing.stream().mapToLong(MemoryAccount::held).sum();
  }

  void countRefusal() {
    refused++;
  }

  MemoryLimits limits() {
    return limits;
  }

  public long held() {
    return held;
  }

  public Map<String, Long> figures() {
    var figures = new LinkedHashMap<String, Long>();
    figures.put("memory_limit_bytes", total() + heldShared);
    figures.put("memory_held_bytes", held + heldShared);
    for (MemoryKind kind : MemoryKind.values()) {
      figures.put("memory_held_" + kind.word() + "_bytes", amountOf(kind).bytes);
    }
    figures.put("memory_refused_total", refused);
    figures.put("memory_closed_total", evicted);
    Runtime runtime = Runtime.getRuntime();
    figures.put("heap_used_bytes", runtime.totalMemory() - runtime.freeMemory());
    figures.put("heap_limit_bytes", runtime.maxMemory());
    figures.put("connections_uninitialized", (long) uninitialized.size());
    return figures;
  }
}
