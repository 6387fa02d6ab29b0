package bub.client.agent;

import bub.client.BusClient;
import bub.client.store.ChatHistory;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.OperatorAddresses;
import bub.protocol.message.AppMessage;
import bub.protocol.message.ChatMessage;
import bub.protocol.message.Configure;
import bub.protocol.message.DeliveryStatus;
import bub.protocol.trace.Causality;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceNotice;
import bub.protocol.trace.TraceOrder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders that every agent obeys: stop, reset, status, configure, and stopped turns. */
final class ChatOrders {
  static final String COMMAND = "agent_command";

  private static final Logger LOG = LoggerFactory.getLogger(ChatOrders.class);
  private static final Ack NOTED = Ack.ok("noted");

  private final BusClient client;
  private final AgentFiles files;
  private @Nullable Address owner;

  /** {@code owner} is the chat that bub started the agent for. */
  ChatOrders(BusClient client, AgentFiles files, @Nullable Address owner) {
    this.client = client;
    this.files = files;
    this.owner = owner;
    client.serveAtOnce(TraceNotice.STOPPED, this::turnStopped);
  }

  private @Nullable Ack turnStopped(Envelope envelope) {
    if (!envelope.from().equals(TraceOrder.ADDRESS)) {
      return null;
    }
    try {
      TraceId trace = TraceNotice.read(envelope.payload()).trace();
      client.stopHandlers(handled -> belongsTo(trace, handled));
      return Ack.ok("stopped");
    } catch (InvalidField | IllegalArgumentException odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
  }

  private static boolean belongsTo(TraceId trace, Envelope handled) {
    var result = Causality.resultOf(handled).trace();
    return result != null && result.trace().equals(trace);
  }

  Ack delivered(ReceivedMessage message) {
    if (AppMessage.read(message.payload()) instanceof DeliveryStatus status
        && status.status() == DeliveryStatus.Status.FAILED) {
      LOG.warn("Reply {} did not reach {}", status.messageId(), message.from());
    }
    return NOTED;
  }

  Ack command(ReceivedMessage message) throws Exception {
    String command = message.content().fields().optionalString("command");
    return switch (command) {
      case "stop" -> Ack.ok(stopTurnsOf(message.from()) > 0 ? "stopped" : "nothing to stop");
      case "reset" -> {
        ChatHistory history = files.historyIfAny();
        if (history != null) {
          history.clear(message.from());
        }
        yield Ack.ok("reset");
      }
      case "status" ->
          Ack.ok(
              client.clientId() + " is running",
              out -> out.beginObject().field("status", "running").endObject());
      case null, default -> Ack.failed("unknown command; use stop, reset or status");
    };
  }

  private int stopTurnsOf(Address chat) {
    return client.stopHandlers(
        handled ->
            handled.from().equals(chat)
                && ChatMessage.TYPE.equals(ReceivedMessage.typeOf(handled)));
  }

  /** Accepts the chat that owns the agent; the first one, if it has no owner. */
  synchronized Ack configure(ReceivedMessage message) {
    Address talkto;
    try {
      talkto = ((Configure) AppMessage.read(message.payload())).talkto();
    } catch (InvalidField odd) {
      return Ack.failed(String.valueOf(odd.getMessage()));
    }
    if (OperatorAddresses.contains(message.from())) {
      return Ack.ok("configured");
    }
    boolean isOwner =
        talkto.equals(message.from()) && (owner == null || owner.equals(message.from()));
    if (!isOwner) {
      return Ack.failed(
          client.clientId() + " belongs to " + owner + "; only that chat may configure it");
    }
    owner = talkto;
    return Ack.ok("configured");
  }
}
