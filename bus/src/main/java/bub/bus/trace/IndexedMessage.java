package bub.bus.trace;

import bub.bus.route.Subscriber;
import bub.protocol.Address;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recent message that later messages may name as their cause. A later message reuses the object, so
 * nothing may keep it. Hub thread only.
 */
final class IndexedMessage {
  private static final Address[] NOBODY = {};

  private @Nullable Address from;
  // An Address, or an Address[] for none or several recipients: most messages have one.
  private Object recipients = NOBODY;
  private @Nullable Trace trace;
  private boolean isTrustedChat;
  private int depth;
  private long text;
  private int retries;

  void begin(Address sender, List<Subscriber> to) {
    from = sender;
    retries = 0;
    recipients = compact(to);
  }

  /** Notes that its sender sent it again. */
  void repeat(List<Subscriber> to) {
    retries++;
    recipients = compact(to);
  }

  void describe(boolean isFromTrustedChat, int depthOfCauses, long hashOfText, @Nullable Trace of) {
    isTrustedChat = isFromTrustedChat;
    depth = depthOfCauses;
    text = hashOfText;
    trace = of;
  }

  private static Object compact(List<Subscriber> to) {
    return switch (to.size()) {
      case 0 -> NOBODY;
      case 1 -> to.getFirst().clientId();
      default -> to.stream().map(Subscriber::clientId).toArray(Address[]::new);
    };
  }

  Address from() {
    if (from == null) {
      throw new IllegalStateException("no message has taken this place");
    }
    return from;
  }

  boolean isTrustedChat() {
    return isTrustedChat;
  }

  /** Returns the hash of its text; zero for a message without a cause. */
  long text() {
    return text;
  }

  int retries() {
    return retries;
  }

  int depth() {
    return depth;
  }

  @Nullable Trace trace() {
    return trace;
  }

  void joins(Trace joined) {
    trace = joined;
  }

  int recipientCount() {
    return recipients instanceof Address[] many ? many.length : 1;
  }

  List<Address> recipients() {
    return recipients instanceof Address[] many ? List.of(many) : List.of((Address) recipients);
  }

  /** True when this peer sent or received the message. */
  boolean isKnownTo(Address peer) {
    if (peer.equals(from)) {
      return true;
    }
    if (recipients instanceof Address[] many) {
      for (Address recipient : many) {
        if (recipient.equals(peer)) {
          return true;
        }
      }
      return false;
    }
    return peer.equals(recipients);
  }
}
