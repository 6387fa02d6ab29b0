package bub.bus.server;

import bub.bus.Hub;
import bub.bus.Limits;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.Session;
import bub.bus.dialect.Visitor;
import bub.jsonrpc.Link;

/**
 * Sends every message back as it came, for WebSocket conformance suites. Only behind a test flag.
 */
final class EchoDialect implements Dialect {
  @Override
  public String path() {
    return "/echo";
  }

  @Override
  public int maxFirstMessage(Limits limits) {
    return limits.maxMessageBytes();
  }

  @Override
  public Session converse(Link link, Hub hub, Visitor visitor) {
    visitor.account().initialized("", false);
    link.open(
        new Link.Receiver() {
          @Override
          public void onText(byte[] text) {
            link.send(text, 0, text.length);
          }

          @Override
          public void onClosed(int code, String reason) {}
        });
    return new Session() {
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
