package bub.jsonrpc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A peer under test with a manual clock, all on one thread, and a bare wire at the other end. */
final class Desk {
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // clocks may wrap
  final Peer peer;
  final Wire wire;

  private Desk(int maxPendingCalls) {
    var pair = InMemoryLink.pair();
    peer = new Peer(pair.left(), Codec.standard(), Runnable::run, nanos::get, maxPendingCalls);
    wire = new Wire(pair.right());
  }

  /** The peer has not started, so that methods can be added. */
  static Desk empty() {
    return new Desk(8);
  }

  static Desk open() {
    return empty().start();
  }

  static Desk openForCalls(int maxPendingCalls) {
    return new Desk(maxPendingCalls).start();
  }

  Desk start() {
    wire.open();
    peer.start();
    return this;
  }

  /** The wire does not read: what the peer sends piles up. */
  Desk startUnread() {
    peer.start();
    return this;
  }

  void passes(Duration time) {
    nanos.addAndGet(time.toNanos());
    peer.expire();
  }

  /** Makes a call and gives the list in which its ends appear: one, if all is well. */
  List<Reply> calls(String method) {
    var ends = new ArrayList<Reply>();
    peer.request(peer.reserveId(), method, null, TIMEOUT, ends::add);
    return ends;
  }

  /** What the wire hears back for one text, or null for silence. */
  @Nullable String answerTo(String text) {
    int before = wire.heard().size();
    wire.says(text);
    List<String> heard = wire.heard();
    return heard.size() > before ? String.join("\n", heard.subList(before, heard.size())) : null;
  }
}
