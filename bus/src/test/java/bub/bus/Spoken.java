package bub.bus;

import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;

/** Dialects that describe themselves. */
enum Spoken {
  ADDRESS,
  TOPIC,
  CLASSIC;

  /** The peer of these tests, as the examples in the documents call it. */
  static final String PEER = "tg:123456789";

  Dialect on(TestBus bus) {
    return switch (this) {
      case ADDRESS -> Dialects.ADDRESS;
      case TOPIC -> Dialects.topic(bus.time);
      case CLASSIC -> Dialects.CLASSIC;
    };
  }

  /** What a bus of this dialect answers to {@code rpc.discover}. */
  Description description() {
    var bus = new TestBus();
    return new Description(bus.peer(on(bus), PEER).result("rpc.discover", "{}"));
  }
}
