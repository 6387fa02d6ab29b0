package bub.jsonrpc;

import bub.json.JsonWriter;
import bub.json.RawJson;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Batches of one peer that still wait for answers. Safe for any thread. */
final class OpenBatches {
  private final Link link;
  private final MemoryGauge gauge;
  private final Set<BatchReplies> open = ConcurrentHashMap.newKeySet(0);

  OpenBatches(Link link, MemoryGauge gauge) {
    this.link = link;
    this.gauge = gauge;
  }

  /** Sends all {@code owed} answers together when the last one arrives. */
  BatchReplies begin(int owed) {
    var replies = new BatchReplies(owed, gauge, link::worked, this::finish);
    if (owed > 0) {
      open.add(replies);
    }
    return replies;
  }

  private void finish(BatchReplies batch, List<RawJson> replies) {
    open.remove(batch);
    JsonWriter out = JsonWriter.scratch().beginArray();
    replies.forEach(out::value);
    out.endArray();
    link.send(out.buffer(), 0, out.length());
  }

  void discard() {
    open.forEach(BatchReplies::discard);
    open.clear();
  }
}
