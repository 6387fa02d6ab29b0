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

/** Unanswered sendMessage call, charged to its sender. Hub thread only. */
final class OpenSend implements Sender {
  /** Approximate size of the objects that one open call retains. */
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

  /** Starts a call. Returns null when the sender has too much open. */
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

  void end() {
    if (!ended) {
      ended = true;
      account.release(MemoryKind.CALLS, bytes);
    }
  }
}
