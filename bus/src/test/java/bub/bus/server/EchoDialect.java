package bub.bus.server;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.UnauthenticatedPeer;
import bub.bus.dialect.WireSession;
import bub.jsonrpc.Link;

/** Dialect that returns every text unchanged, for tests of frames and for Autobahn's suite. */
final class EchoDialect implements Dialect {
  @Override
  public String path() {
    return "/echo";
  }

  @Override
  public int maxFirstMessage(BusLimits limits) {
    return limits.maxMessageBytes();
  }

  @Override
  public WireSession converse(Link link, Hub hub, UnauthenticatedPeer peer) {
    peer.account().initialized("", false);
    link.open(
        new Link.Receiver() {
          @Override
          public void onText(byte[] text) {
            link.send(text, 0, text.length);
          }

          @Override
          public void onClosed(int code, String reason) {}
        });
    return new WireSession() {
      @Override
      public void tick() {}

      @Override
      public boolean takesCalls() {
        return !link.isBehind();
      }

      @Override
      public boolean hasWaitingCalls() {
        return false;
      }

      @Override
      public boolean hasSent() {
        return false;
      }
    };
  }
}
