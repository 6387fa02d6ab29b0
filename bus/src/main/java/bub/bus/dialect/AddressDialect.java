package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;

/** The bus's own protocol, at {@code /}: explicit from and to, one ack for every recipient. */
public final class AddressDialect implements Dialect {
  public static final String NAME = "address";

  @Override
  public String path() {
    return "/";
  }

  @Override
  public Session converse(Link link, Hub hub, String connectionId) {
    return new AddressSession(link, hub, connectionId);
  }
}
