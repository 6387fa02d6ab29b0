package bub.cluster.state;

import bub.bus.policy.LockState;
import bub.bus.policy.StoredToken;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merge of the lock and tokens of this node with those of the cluster. The base is what both last
 * had in common. Conflicts end locked and revoked.
 */
final class AccessMerge {
  /** Nodes that return later than this many revocations could bring a token back. */
  static final int MAX_REVOKED = 10_000;

  private final LockState base;
  private final LockState ours;
  private final SharedAccess theirs;
  private final Set<String> revoked;
  private final List<String> conflicts = new ArrayList<>();

  private AccessMerge(LockState base, LockState ours, SharedAccess theirs) {
    this.base = base;
    this.ours = ours;
    this.theirs = theirs;
    this.revoked = new LinkedHashSet<>(theirs.revoked());
  }

  /** Common state of both sides, and the tokens of this node that it does not contain. */
  record Outcome(SharedAccess access, List<String> conflicts) {}

  static Outcome of(LockState base, LockState ours, SharedAccess theirs) {
    // Only an unlock opens a bus. If both files are gone, this node has lost them.
    boolean isLost = base.locked() && !ours.locked() && !ours.lockId().equals(base.lockId());
    return new AccessMerge(base, isLost ? base : ours, theirs).merge();
  }

  private Outcome merge() {
    LockState lock = lock();
    theirs.lock().tokens().keySet().forEach(id -> revokeUnless(lock, id));
    base.tokens().keySet().forEach(id -> revokeUnless(lock, id));
    return new Outcome(new SharedAccess(theirs.origin(), lock, newest(revoked)), conflicts);
  }

  private void revokeUnless(LockState lock, String id) {
    if (!lock.tokens().containsKey(id)) {
      revoked.add(id);
    }
  }

  private static List<String> newest(Collection<String> ids) {
    return ids.stream().skip(Math.max(0, ids.size() - MAX_REVOKED)).toList();
  }

  private LockState lock() {
    LockState other = theirs.lock();
    if (ours.locked() && other.locked()) {
      return new LockState(other.lockId(), true, tokens());
    }
    if (!ours.locked() && !other.locked()) {
      return other;
    }
    LockState closed = ours.locked() ? ours : other;
    LockState open = ours.locked() ? other : ours;
    boolean wasOpenedSince = base.locked() && closed.isLike(base);
    return wasOpenedSince ? open : new LockState(closed.lockId(), true, tokens());
  }

  private Map<String, StoredToken> tokens() {
    var ids = new LinkedHashSet<String>(theirs.lock().tokens().keySet());
    ids.addAll(ours.tokens().keySet());
    var merged = new LinkedHashMap<String, StoredToken>();
    for (String id : ids) {
      StoredToken token =
          token(id, base.tokens().get(id), ours.tokens().get(id), theirs.lock().tokens().get(id));
      if (token != null) {
        merged.put(id, token);
      }
    }
    return merged;
  }

  private @Nullable StoredToken token(
      String id,
      @Nullable StoredToken before,
      @Nullable StoredToken own,
      @Nullable StoredToken other) {
    if (other == null && revoked.contains(id)) {
      if (before == null) {
        conflicts.add("Token " + id + " was revoked in the cluster.");
      }
      return null;
    }
    if (Objects.equals(own, before) || Objects.equals(own, other)) {
      return other;
    }
    if (Objects.equals(other, before)) {
      return own;
    }
    if (own == null || other == null) {
      return null;
    }
    conflicts.add("Token " + id + " differs from the token of the cluster with this id.");
    return other;
  }
}
