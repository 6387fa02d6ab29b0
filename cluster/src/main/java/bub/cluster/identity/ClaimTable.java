package bub.cluster.identity;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Claims of this node: for each clientId the connection that owns it and the newest one that wants
 * it. Callers hold the lock of {@link ClientIdClaims}.
 */
final class ClaimTable {
  private final Map<String, Slot> slots = new HashMap<>();

  /** State of one clientId. */
  private static final class Slot {
    @Nullable ClientIdOwner owner;
    long revision;
    @Nullable ClientIdOwner wanting;
    // Changes by others that arrive before the answer to the own write does.
    long foreignRevision;
    long deletedRevision;
  }

  void want(String clientId, ClientIdOwner claim) {
    Slot slot = slots.computeIfAbsent(clientId, _ -> new Slot());
    slot.wanting = claim;
  }

  boolean isWanted(String clientId, ClientIdOwner claim) {
    Slot slot = slots.get(clientId);
    return slot != null && claim.equals(slot.wanting);
  }

  /** Ends the attempt of a connection that did not get the clientId. */
  void giveUp(String clientId, ClientIdOwner claim) {
    Slot slot = slots.get(clientId);
    if (slot != null && claim.equals(slot.wanting)) {
      slot.wanting = null;
      tidy(clientId, slot);
    }
  }

  /** Verdict on an own write that succeeded. */
  record Taken(boolean stillOwned, boolean deleted, @Nullable ClientIdOwner previous) {}

  Taken take(String clientId, ClientIdOwner claim, long revision) {
    Slot slot = slots.computeIfAbsent(clientId, _ -> new Slot());
    ClientIdOwner previous = slot.owner;
    boolean overtaken = slot.foreignRevision > revision;
    boolean deleted = slot.deletedRevision > revision;
    slot.wanting = null;
    slot.owner = overtaken ? null : claim;
    slot.revision = revision;
    tidy(clientId, slot);
    return new Taken(!overtaken, deleted, previous);
  }

  @Nullable ClientIdOwner owner(String clientId) {
    Slot slot = slots.get(clientId);
    return slot == null ? null : slot.owner;
  }

  /** True for an owner or a claim of this node that is still in use. */
  boolean knows(String clientId, ClientIdOwner claim) {
    Slot slot = slots.get(clientId);
    return slot != null && (claim.equals(slot.owner) || claim.equals(slot.wanting));
  }

  /** Notes the revision at which an own entry was seen. */
  void confirm(String clientId, ClientIdOwner claim, long revision) {
    Slot slot = slots.get(clientId);
    if (slot != null && claim.equals(slot.owner)) {
      slot.revision = Math.max(slot.revision, revision);
    }
  }

  /** Returns the connection that lost the clientId to another node, if there is one. */
  @Nullable ClientIdOwner overtaken(String clientId, long revision) {
    Slot slot = slots.get(clientId);
    if (slot == null) {
      return null;
    }
    slot.foreignRevision = Math.max(slot.foreignRevision, revision);
    if (slot.owner == null || slot.revision > revision) {
      return null;
    }
    ClientIdOwner loser = slot.owner;
    slot.owner = null;
    tidy(clientId, slot);
    return loser;
  }

  /** Returns true if an own entry must be written again. */
  boolean deleted(String clientId, long revision) {
    Slot slot = slots.get(clientId);
    if (slot == null) {
      return false;
    }
    slot.deletedRevision = Math.max(slot.deletedRevision, revision);
    if (slot.owner == null || slot.revision > revision) {
      return false;
    }
    slot.revision = 0; // any entry that is there now is a newer one
    return true;
  }

  /** Returns true if the connection owned or wanted the clientId. */
  boolean release(String clientId, String connectionId) {
    Slot slot = slots.get(clientId);
    boolean found = false;
    if (slot != null && slot.owner != null && slot.owner.connectionId().equals(connectionId)) {
      slot.owner = null;
      found = true;
    }
    if (slot != null && slot.wanting != null && slot.wanting.connectionId().equals(connectionId)) {
      slot.wanting = null;
      found = true;
    }
    if (slot != null) {
      tidy(clientId, slot);
    }
    return found;
  }

  /** Every clientId that a connection of this node owns. */
  Set<String> owned() {
    return slots.entrySet().stream()
        .filter(slot -> slot.getValue().owner != null)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private void tidy(String clientId, Slot slot) {
    if (slot.owner == null && slot.wanting == null) {
      slots.remove(clientId);
    }
  }
}
