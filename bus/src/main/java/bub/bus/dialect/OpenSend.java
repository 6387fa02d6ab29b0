package bub.bus.dialect;

import bub.bus.Switchboard.Sender;
import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.jsonrpc.Answer;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import org.jspecify.annotations.Nullable;

/** A sendMessage call that is not answered yet, charged to its sender. Hub thread only. */
final class OpenSend implements Sender {
  /** Objects that one open call keeps alive, roughly. */
  private static final int OWN_BYTES = 640;

  private final Answer answer;
  private final WireFormat format;
  private final MemoryAccount account;
  private final int bytes;
  private boolean ended;

  private OpenSend(Answer answer, WireFormat format, MemoryAccount account, int bytes) {
    this.answer = answer;
    this.format = format;
    this.account = account;
    this.bytes = bytes;
  }

  /** Null when the sender has too much open already. */
  static @Nullable OpenSend begin(
      RequestId id, Answer answer, WireFormat format, MemoryAccount account) {
    int bytes = OWN_BYTES + id.token().retainedBytes();
    return account.reserve(MemoryKind.CALLS, bytes)
        ? new OpenSend(answer, format, account, bytes)
        : null;
  }

  @Override
  public void sent(SendResult result) {
    end();
    answer.result(format.sent(result));
  }

  @Override
  public void halted(MessageId message, Address by, Ack ack) {
    end();
    answer.result(format.halted(message, by, ack));
  }

  @Override
  public void refused(RpcError error) {
    end();
    answer.error(error);
  }

  /** Gives the memory back, once. */
  void end() {
    if (!ended) {
      ended = true;
      account.release(MemoryKind.CALLS, bytes);
    }
  }
}
