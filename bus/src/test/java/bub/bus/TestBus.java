package bub.bus;

import bub.bus.dialect.Dialects;
import bub.bus.dialect.Session;
import bub.jsonrpc.InMemoryLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A hub with peers on in-memory links: everything happens at once, on the test's thread. */
final class TestBus {
  final ManualTime time = new ManualTime();
  final RecordedActivity activity = new RecordedActivity();
  final Hub hub;
  private final List<Session> sessions = new ArrayList<>();

  TestBus() {
    this(Limits.standard());
  }

  TestBus(Limits limits) {
    hub =
        new Hub(new Hub.Surroundings("bus-test", limits, activity, Runnable::run, time, time, 42));
  }

  static Limits limits(int inFlight, int subscriptions) {
    Limits standard = Limits.standard();
    return new Limits(
        standard.maxMessageBytes(),
        standard.maxDepth(),
        standard.maxBatch(),
        standard.initializeTimeout(),
        standard.processTimeout(),
        standard.interceptTimeout(),
        inFlight,
        subscriptions,
        standard.maxConnections());
  }

  /** A connection that has not said anything yet. */
  TestPeer connect() {
    var link = InMemoryLink.pair();
    sessions.add(Dialects.ADDRESS.converse(link.left(), hub, "conn-" + sessions.size()));
    return new TestPeer(link.right());
  }

  /** A peer that has introduced itself and acks whatever it gets with {@code ok}. */
  TestPeer peer(String clientId) {
    TestPeer peer = connect();
    peer.initialize(clientId);
    return peer;
  }

  void pass(Duration time) {
    this.time.advance(time);
    sessions.forEach(Session::tick);
  }
}
