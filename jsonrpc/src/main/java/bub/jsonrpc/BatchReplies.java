package bub.jsonrpc;

import bub.json.RawJson;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;

/**
 * Answers to one batch, which are passed on when the last one has arrived. An answer that exceeds
 * the memory limit is replaced by an error. Safe for any thread.
 */
final class BatchReplies {
  private static final int OWN_BYTES = 64;

  private final List<RawJson> replies = new ArrayList<>();
  private final int expected;
  private final MemoryGauge gauge;
  private final IntConsumer worked;
  private final BiConsumer<BatchReplies, List<RawJson>> out;
  private long held;
  private int received;
  private boolean discarded;

  BatchReplies(
      int expected,
      MemoryGauge gauge,
      IntConsumer worked,
      BiConsumer<BatchReplies, List<RawJson>> out) {
    this.expected = expected;
    this.gauge = gauge;
    this.worked = worked;
    this.out = out;
  }

  void add(Message reply) {
    RawJson written = reply.toRaw(); // write now, so that a failure affects this answer only
    worked.accept(written.length());
    List<RawJson> complete = null;
    synchronized (replies) {
      if (discarded) {
        return;
      }
      keep(reply, written);
      received++;
      if (received == expected) {
        complete = List.copyOf(replies);
        letGo();
      }
    }
    if (complete != null) {
      out.accept(this, complete);
    }
  }

  private void keep(Message reply, RawJson written) {
    long bytes = (long) written.length() + OWN_BYTES;
    RpcError refusal = gauge.reserveAnswer(bytes, held);
    if (refusal == null) {
      held += bytes;
      replies.add(written);
    } else {
      replies.add(new Failure(idOf(reply), refusal).toRaw());
    }
  }

  private static RequestId idOf(Message reply) {
    return switch (reply) {
      case Response(RequestId id, _) -> id;
      case Failure(RequestId id, _) -> id;
      case Message.Request(RequestId id, _, _) -> id;
      case Message.Notification _ -> RequestId.NULL;
    };
  }

  void discard() {
    synchronized (replies) {
      discarded = true;
      letGo();
    }
  }

  private void letGo() {
    gauge.releaseAnswer(held);
    held = 0;
    replies.clear();
  }
}
