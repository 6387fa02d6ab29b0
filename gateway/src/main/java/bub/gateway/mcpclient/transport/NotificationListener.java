package bub.gateway.mcpclient.transport;

import bub.client.TimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reader of the stream of messages that answer no request. When the stream ends, it asks for
 * another after a wait that grows while streams end early and bring nothing.
 */
final class NotificationListener implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationListener.class);
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration STABLE = Duration.ofSeconds(60);

  /** Owner of the stream. */
  interface Listener {
    boolean isClosed();

    void deliver(byte[] message);

    /** The server has forgotten the session. */
    void sessionEnded();
  }

  private final McpHttpRequests http;
  private final TimeSource time;
  private final Duration answerTimeout;
  private final Consumer<InputStream> opened;
  private final Listener listener;
  private final ServerEvents events = new ServerEvents();
  private Duration wait = SHORTEST_WAIT;
  private boolean hasListened;

  /**
   * {@code opened} gets the body of each stream, to close it when the connection ends; {@code
   * answerTimeout} limits the wait for the headers.
   */
  NotificationListener(
      McpHttpRequests http,
      TimeSource time,
      Duration answerTimeout,
      Consumer<InputStream> opened,
      Listener listener) {
    this.http = http;
    this.time = time;
    this.answerTimeout = answerTimeout;
    this.opened = opened;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      while (!listener.isClosed() && listen()) {
        Duration retry = events.retry();
        time.sleep(retry == null || retry.compareTo(wait) < 0 ? wait : retry);
        Duration twice = wait.multipliedBy(2);
        wait = twice.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : twice;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads one stream to its end; false when there will be no other. */
  private boolean listen() throws InterruptedException {
    Instant begun = time.now();
    var hasMessage = new AtomicBoolean();
    try {
      HttpResponse<InputStream> response = http.listen(events.lastId(), answerTimeout);
      try (InputStream body = response.body()) {
        // At first, 404 only means that the server has no such stream.
        if (response.statusCode() == 404 && http.hasSession() && hasListened) {
          listener.sessionEnded();
        }
        if (response.statusCode() != 200 || !ServerEvents.areIn(response)) {
          return false;
        }
        hasListened = true;
        opened.accept(body);
        events.read(
            body,
            message -> {
              hasMessage.set(true);
              listener.deliver(message);
            });
      }
    } catch (IOException broken) {
      LOG.debug("The stream of notices broke: {}", broken.getMessage());
    }
    if (hasMessage.get() || begun.plus(STABLE).isBefore(time.now())) {
      wait = SHORTEST_WAIT;
    }
    return true;
  }
}
