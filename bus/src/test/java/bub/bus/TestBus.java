package bub.bus;

import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import bub.jsonrpc.InMemoryLink;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A hub with peers on in-memory links. Everything runs synchronously on the thread of the test. */
final class TestBus {
  final ManualTime time = new ManualTime();
  final RecordedActivity activity = new RecordedActivity();
  final Hub hub;
  private final List<WireSession> sessions = new ArrayList<>();

  TestBus() {
    this(BusLimits.standard());
  }

  TestBus(BusRules rules) {
    hub =
        new Hub(
            new Hub.Environment(
                "bus-test",
                BusLimits.standard(),
                rules,
                activity,
                Runnable::run,
                time,
                time,
                () -> new MessageId("made-1"),
                42));
  }

  TestBus(BusLimits limits) {
    hub = new Hub(new Hub.Environment("bus-test", limits, activity, Runnable::run, time, time, 42));
  }

  static BusLimits limits(int inFlight, int subscriptions) {
    BusLimits standard = BusLimits.standard();
    return new BusLimits(
        standard.maxMessageBytes(),
        standard.maxDepth(),
        standard.maxBatch(),
        standard.initializeTimeout(),
        standard.processTimeout(),
        standard.interceptTimeout(),
        inFlight,
        subscriptions,
        standard.maxConnections(),
        standard.memory());
  }

  /** A connection that has not said anything yet. */
  TestPeer connect() {
    var link = InMemoryLink.pair();
    sessions.add(
        Dialects.ADDRESS.converse(
            link.left(), hub, UnauthenticatedPeer.local("conn-" + sessions.size())));
    return new TestPeer(link.right());
  }

  /** A connection that speaks another dialect, or this one by hand. */
  RawPeer connect(Dialect dialect) {
    var link = InMemoryLink.pair();
    sessions.add(
        dialect.converse(link.left(), hub, UnauthenticatedPeer.local("conn-" + sessions.size())));
    return new RawPeer(link.right());
  }

  RawPeer peer(Dialect dialect, String clientId) {
    RawPeer peer = connect(dialect);
    peer.result("initialize", "{\"clientId\":\"" + clientId + "\"}");
    return peer;
  }

  /** A peer that has introduced itself and acks whatever it gets with {@code ok}. */
  TestPeer peer(String clientId) {
    TestPeer peer = connect();
    peer.initialize(clientId);
    return peer;
  }

  void pass(Duration time) {
    this.time.advance(time);
    sessions.forEach(WireSession::tick);
  }
}
