package bub.bus.dialect;

import bub.bus.Hub;
import bub.jsonrpc.Link;

/**
 * Calls without a connected peer, at {@code /rpc}: a service such as the console's HTTP port makes
 * them on behalf of the owner of a token. Methods and formats are those of the address dialect.
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
