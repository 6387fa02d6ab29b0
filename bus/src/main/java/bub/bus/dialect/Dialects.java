package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;
import java.time.InstantSource;
import java.util.List;

/** The wires that this bus speaks, each at its own path. */
public final class Dialects {
  public static final Dialect ADDRESS = dialect(new AddressDialect());
  public static final Dialect CLASSIC = dialect(new ClassicDialect());

  /** For doors that make calls for others; nobody is connected by it. */
  public static final Dialect REQUEST = new RequestDialect();

  private Dialects() {}

  public static Dialect topic(InstantSource clock) {
    return dialect(new TopicDialect(clock));
  }

  public static List<Dialect> all(InstantSource clock) {
    return List.of(ADDRESS, topic(clock), CLASSIC);
  }

  private static Dialect dialect(WireFormat format) {
    return new Dialect() {
      @Override
      public String path() {
        return format.path();
      }

      @Override
      public WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer) {
        return new DialectSession(link, hub, format, peer);
      }
    };
  }
}
