package bub.bus.trace;

import bub.json.Fields;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Detector of texts that come around between peers that name no causes. Hub thread only. */
final class CycleDetector {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final int MAX_PEERS = 8_192;
  private static final long BYTES_PER_PEER = 2_000;

  private final LongSupplier nanoTime;
  private final Map<Address, Influences> influences = new HashMap<>();
  private long number;

  CycleDetector(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** False for a peer whose messages never come back, such as the source of a stream. */
  boolean hasReturned(Address peer) {
    Influences own = influences.get(peer);
    return own != null && own.hasReturned();
  }

  /** Returns how often this text came around within a minute, with this time. */
  int count(Address sender, Envelope envelope, Fields payload) {
    long text = TextHash.of(envelope, payload);
    return of(sender).count(text, number + 1, nanoTime.getAsLong(), MINUTE);
  }

  void delivered(Address sender, Address recipient, Envelope envelope, Fields payload) {
    number++;
    Influences theirs = of(recipient);
    if (theirs.receive(recipient, sender, influences.get(sender), number)) {
      theirs.returned(TextHash.of(envelope, payload));
    }
  }

  private Influences of(Address peer) {
    if (influences.size() >= MAX_PEERS && !influences.containsKey(peer)) {
      influences.clear();
    }
    return influences.computeIfAbsent(peer, _ -> new Influences());
  }

  long heldBytes() {
    return influences.size() * BYTES_PER_PEER;
  }
}
