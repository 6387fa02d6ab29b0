package bub.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Gathers the answers to one batch and hands them on when the last is there. Safe for any thread. */
final class BatchReplies {
  private final List<Message> replies = new ArrayList<>();
  private final int expected;
  private final Consumer<List<Message>> out;

  BatchReplies(int expected, Consumer<List<Message>> out) {
    this.expected = expected;
    this.out = out;
  }

  void add(Message reply) {
    List<Message> complete = null;
    synchronized (replies) {
      replies.add(reply);
      if (replies.size() == expected) {
        complete = List.copyOf(replies);
      }
    }
    if (complete != null) {
      out.accept(complete);
    }
  }
}
