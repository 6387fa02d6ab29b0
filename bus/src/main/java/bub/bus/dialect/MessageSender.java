package bub.bus.dialect;

import bub.bus.ConnectedPeer;
import bub.bus.Hub;
import bub.bus.memory.MemoryAccount;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.jsonrpc.Answer;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcException;
import bub.protocol.Envelope;
import org.jspecify.annotations.Nullable;

/** Reader of the messages of one connection, which passes them to the hub. Hub thread only. */
final class MessageSender {
  private final Hub hub;
  private final WireFormat format;
  private final MemoryAccount account;
  private boolean sent;

  MessageSender(Hub hub, WireFormat format, MemoryAccount account) {
    this.hub = hub;
    this.format = format;
    this.account = account;
  }

  void send(ConnectedPeer from, RequestId id, @Nullable RawJson params, Answer answer)
      throws RpcException {
    sent = true;
    Envelope envelope = format.readMessage(params, from.clientId(), hub.messageIds());
    OpenSend open = OpenSend.begin(id, answer, format, account);
    if (open == null) {
      throw new RpcException(MemoryAccount.refusal("too many unanswered messages"));
    }
    try {
      hub.send(from, id, envelope, open);
    } catch (RuntimeException failed) {
      open.end();
      throw failed;
    }
  }

  /** Sends a message without an answer. Only the log shows its outcome. */
  void publish(ConnectedPeer from, @Nullable RawJson params) {
    sent = true;
    try {
      hub.publish(from, format.readNotice(params, from.clientId(), hub.messageIds()));
    } catch (InvalidField | RpcException ignored) {
      // A notification has no answer, not even for invalid params.
    }
  }

  /** Returns true when a message was sent since the last call. */
  boolean hasSent() {
    boolean before = sent;
    sent = false;
    return before;
  }
}
