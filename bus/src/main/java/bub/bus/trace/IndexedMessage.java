package bub.bus.trace;

import bub.bus.route.Subscriber;
import bub.protocol.Address;
import bub.protocol.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recent message that later messages may name as their cause. Hub thread only. */
final class IndexedMessage {
  private final MessageId id;
  private final Address from;
  private final boolean isTrustedChat;
  private final int depth;
  private final long text;
  private final int retries;
  // An Address, or an Address[] for several recipients: most messages have one.
  private final @Nullable Object recipients;
  private @Nullable Trace trace;

  IndexedMessage(
      MessageId id,
      Address from,
      boolean isTrustedChat,
      int depth,
      long text,
      int retries,
      List<Subscriber> recipients,
      @Nullable Trace trace) {
    this.id = id;
    this.from = from;
    this.isTrustedChat = isTrustedChat;
    this.depth = depth;
    this.text = text;
    this.retries = retries;
    this.recipients = compact(recipients);
    this.trace = trace;
  }

  private static @Nullable Object compact(List<Subscriber> recipients) {
    return switch (recipients.size()) {
      case 0 -> null;
      case 1 -> recipients.getFirst().clientId();
      default -> recipients.stream().map(Subscriber::clientId).toArray(Address[]::new);
    };
  }

  MessageId id() {
    return id;
  }

  Address from() {
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
    return switch (recipients) {
      case null -> List.of();
      case Address one -> List.of(one);
      case Address[] many -> List.of(many);
      default -> throw new IllegalStateException();
    };
  }

  /** True when this peer sent or received the message. */
  boolean isKnownTo(Address peer) {
    if (from.equals(peer)) {
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
