package bub.cluster.interest;

import bub.cluster.interest.InterestDecoder.Ignored;
import bub.cluster.interest.InterestDecoder.OtherVersion;
import bub.cluster.interest.InterestDecoder.Understood;
import bub.cluster.interest.InterestMessage.Goodbye;

/**
 * Search for another live process with a node's name, before the node says anything. Others would
 * take a second process for the successor of the first and forget the first. Safe for any thread.
 */
public final class NameWatch {
  // Longer than a heartbeat and a tick.
  private static final long LISTEN_NANOS = 800_000_000;

  private final String name;
  private final NameRivals rivals = new NameRivals();
  private final long startedAt;
  private boolean isTaken;

  public NameWatch(String name, long now) {
    this.name = name;
    this.startedAt = now;
  }

  /** Takes a message that nodes broadcast. */
  public synchronized void received(byte[] message, long now) {
    switch (InterestDecoder.decode(message)) {
      case Understood(NodeId from, InterestMessage body) -> heard(from, body, now);
      case OtherVersion(NodeId from, int _, int _) -> heard(from, now);
      case Ignored _ -> {}
    }
  }

  private void heard(NodeId from, InterestMessage body, long now) {
    if (body instanceof Goodbye) {
      rivals.left(from);
    } else {
      heard(from, now);
    }
  }

  private void heard(NodeId from, long now) {
    if (from.name().equals(name) && rivals.heard(from, now)) {
      isTaken = true;
    }
  }

  public synchronized boolean isTaken() {
    return isTaken;
  }

  /** True as long as a process with the name may still make itself heard. */
  public synchronized boolean isUnsure(long now) {
    return !isTaken && (now - startedAt < LISTEN_NANOS || rivals.isUnsure(now));
  }
}
