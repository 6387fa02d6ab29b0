package bub.console.rpc;

import bub.json.JsonValue;
import bub.jsonrpc.Link;
import bub.protocol.CloseCodes;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A link to the bus for one HTTP request. */
final class RequestLink implements Link.Receiver, AutoCloseable {
  // The answer to initialize, the answer to the request, and the close.
  private static final int MOST_EVENTS = 4;

  sealed interface Event {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Text(byte[] bytes) implements Event {}

    record Closed(int code, String reason) implements Event {}
  }

  private final Link link;
  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MOST_EVENTS);

  private RequestLink(Link link) {
    this.link = link;
  }

  static RequestLink open(Link link) {
    var opened = new RequestLink(link);
    link.open(opened);
    return opened;
  }

  void send(JsonValue message) {
    send(message.toRaw().toByteArray());
  }

  void send(byte[] text) {
    link.send(text, 0, text.length);
  }

  /** Returns the next event, or null after a timeout. */
  @Nullable Event await(Duration atMost) throws InterruptedException {
    return events.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void onText(byte[] text) {
    if (!events.offer(new Event.Text(text))) {
      close();
    }
  }

  @Override
  public void onClosed(int code, String reason) {
    // A full queue holds more than the caller waits for.
    boolean _ = events.offer(new Event.Closed(code, reason));
  }

  @Override
  public void close() {
    link.close(CloseCodes.NORMAL, "");
  }
}
