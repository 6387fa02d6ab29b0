package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;

/**
 * Calls without a connection of one's own, at {@code /rpc}: a door such as the console's HTTP port
 * makes them for somebody whose token it presents. Methods and shapes are those of the address
 * dialect.
 */
final class RequestDialect implements Dialect {
  private final WireFormat format = new AddressDialect();

  @Override
  public String path() {
    return "/rpc";
  }

  @Override
  public WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer) {
    return new RequestSession(link, hub, format, peer);
  }
}
