package bub.conformance;

import bub.client.agent.ReceivedMessage;
import bub.json.JsonValue;
import bub.protocol.trace.Causality;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs of handlers, in order. Safe for any thread. */
final class HandledLog {
  private final List<JsonValue> runs = new ArrayList<>();

  synchronized void add(ReceivedMessage message) {
    Causality cause = Causality.read(message.payload());
    runs.add(
        out ->
            out.beginObject()
                .field("from", message.from())
                .field("to", message.to())
                .field("messageId", message.id())
                .field("payload", message.payload())
                .optional("cause", cause.cause())
                .field("trace", cause.trace() == null ? null : cause.trace().trace().value())
                .endObject());
    notifyAll();
  }

  synchronized List<JsonValue> await(long atLeast, Duration within)
      throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + within.toNanos();
    while (runs.size() < atLeast) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw new TimeoutException("only " + runs.size() + " messages were handled");
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return List.copyOf(runs);
  }
}
