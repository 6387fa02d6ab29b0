package bub.jsonrpc;

import bub.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Gathers the answers to one batch and hands them on when the last is there. Safe for any thread.
 */
final class BatchReplies {
  private final List<RawJson> replies = new ArrayList<>();
  private final int expected;
  private final Consumer<List<RawJson>> out;

  BatchReplies(int expected, Consumer<List<RawJson>> out) {
    this.expected = expected;
    this.out = out;
  }

  void add(Message reply) {
    RawJson written = reply.toRaw(); // now: one that cannot be written must not spoil the others
    List<RawJson> complete = null;
    synchronized (replies) {
      replies.add(written);
      if (replies.size() == expected) {
        complete = List.copyOf(replies);
      }
    }
    if (complete != null) {
      out.accept(complete);
    }
  }
}
