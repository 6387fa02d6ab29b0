package bub.system;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.message.NoticeEvent;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices of the bus about turns that it refuses or that somebody stopped, passed on to the person
 * whose turn it was. Safe for any thread.
 */
final class GuardNotices {
  private static final Logger LOG = LoggerFactory.getLogger(GuardNotices.class);
  private static final int MAX_CHATS = 256;
  private static final int MAX_KNOWN = 1_024;
  private static final int LONGEST_DETAIL = 300;

  private final BusClient client;
  private final ClientEnvironment environment;
  // Guarded by this.
  private final Map<Address, ChatNotifier> notifiers = new LinkedHashMap<>();
  private final Set<MessageId> known = new LinkedHashSet<>();

  GuardNotices(BusClient client, ClientEnvironment environment) {
    this.client = client;
    this.environment = environment;
  }

  Ack take(Envelope envelope) {
    if (!envelope.from().equals(TraceOrder.ADDRESS)) {
      return Ack.failed("only " + TraceOrder.ADDRESS + " may send this message");
    }
    TraceNotice notice = TraceNotice.read(envelope.payload());
    if (isNew(envelope.messageId())) {
      LOG.info("{} {} of {}: {}", notice.type(), notice.trace(), notice.person(), notice.detail());
      tell(notice);
    }
    return Ack.ok("noted");
  }

  private synchronized boolean isNew(MessageId id) {
    if (!known.add(id)) {
      return false;
    }
    if (known.size() > MAX_KNOWN) {
      known.remove(known.iterator().next());
    }
    return true;
  }

  private void tell(TraceNotice notice) {
    Address person = notice.person();
    String text = text(notice);
    if (person != null && text != null) {
      // The chat may have no session, so the notice goes to its address.
      notifier(person).tell(new NoticeEvent(text, notice.root()).toEvent());
    }
  }

  private synchronized ChatNotifier notifier(Address person) {
    ChatNotifier former = notifiers.remove(person);
    ChatNotifier notifier =
        former == null ? new ChatNotifier(client, () -> person, environment) : former;
    notifiers.put(person, notifier);
    if (notifiers.size() > MAX_CHATS) {
      notifiers.remove(notifiers.keySet().iterator().next());
    }
    return notifier;
  }

  /** Null when the person knows it already. */
  private static @Nullable String text(TraceNotice notice) {
    return switch (notice.type()) {
      case TraceNotice.GUARDED ->
          "I stopped this turn: "
              + sentence(notice.detail())
              + " Reply /continue to allow more, or /stop to end it.";
      case TraceNotice.STOPPED ->
          notice.sender().equals(notice.person()) ? null : notice.sender() + " stopped this turn.";
      default -> null;
    };
  }

  private static String sentence(String detail) {
    String text =
        detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL) + "…";
    return text.endsWith(".") || text.endsWith("…") ? text : text + ".";
  }
}
