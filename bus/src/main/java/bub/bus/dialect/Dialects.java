package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;
import java.time.InstantSource;
import java.util.List;

/** Dialects of this bus, each at its own path. */
public final class Dialects {
  public static final Dialect ADDRESS = dialect(new AddressDialect());
  public static final Dialect CLASSIC = dialect(new ClassicDialect());

  /** Dialect for services that make calls on behalf of others, without a connected peer. */
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
