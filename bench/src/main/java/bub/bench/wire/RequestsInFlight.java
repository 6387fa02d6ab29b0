package bub.bench.wire;

import java.util.Arrays;

/** Requests of one sender in flight; each answer must match one of them and frees its slot. */
public final class RequestsInFlight {
  public static final int SLOTS = 16;

  private static final long FREE = -1;

  private final LoadState load;
  private final int sender;
  private final int receivers;
  private final long[] ids = new long[SLOTS];
  private final long[] sentAt = new long[SLOTS];
  private long sequence;

  RequestsInFlight(LoadState load, int sender, int receivers) {
    this.load = load;
    this.sender = sender;
    this.receivers = receivers;
    Arrays.fill(ids, FREE);
  }

  void takeOff(RequestSender voice, FrameWriter out) {
    for (int slot = 0; slot < SLOTS; slot++) {
      send(slot, voice, out);
    }
  }

  void landed(long id, RequestSender voice, FrameWriter out) {
    int slot = (int) Math.floorMod(id, (long) SLOTS);
    if (ids[slot] != id) {
      throw new BenchFailure(
          "received an answer with id " + id + ", which is unknown or already answered");
    }
    ids[slot] = FREE;
    load.delivered(System.nanoTime() - sentAt[slot]);
    if (load.running()) {
      send(slot, voice, out);
    }
  }

  private void send(int slot, RequestSender voice, FrameWriter out) {
    // Ids start at SLOTS, because the greeting uses the smaller ones.
    long id = ++sequence * SLOTS + slot;
    ids[slot] = id;
    sentAt[slot] = System.nanoTime();
    load.sent();
    voice.request(id, (int) ((sender + sequence) % receivers), out);
  }
}
