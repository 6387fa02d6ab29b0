package bub.cluster.nats;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Dispatcher;
import io.nats.client.ErrorListener;
import io.nats.client.MessageHandler;
import io.nats.client.Options;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one server, from connect to disconnect. It never reconnects: a new session
 * begins with empty buffers, so nothing from before a disconnection is sent after it.
 */
final class NatsSession {
  private static final Logger LOG = LoggerFactory.getLogger(NatsSession.class);
  private static final long RECEIVE_LIMIT_MESSAGES = 1_000_000;
  private static final long RECEIVE_LIMIT_BYTES = 64L << 20;

  private final Connection connection;
  private final Ending ending;
  private final OutgoingBytes outgoing;

  NatsSession(Connection connection, Ending ending, long outgoingLimit) {
    this.connection = connection;
    this.ending = ending;
    this.outgoing = new OutgoingBytes(outgoingLimit, this::pending);
  }

  void start() {
    outgoing.start();
  }

  Connection connection() {
    return connection;
  }

  boolean publish(String subject, byte[] data) {
    if (data.length > connection.getMaxPayload()
        || !outgoing.add((long) data.length + subject.length() + OutgoingBytes.PER_MESSAGE)) {
      return false;
    }
    try {
      connection.publish(subject, data);
      return true;
    } catch (IllegalStateException disconnected) {
      return false;
    }
  }

  private long pending() {
    return connection.outgoingPendingBytes()
        + connection.outgoingPendingMessageCount() * OutgoingBytes.PER_MESSAGE;
  }

  /** Starts a thread that passes the messages of a subject. */
  @Nullable Dispatcher subscribe(String subject, MessageHandler handler) {
    try {
      Dispatcher dispatcher = connection.createDispatcher(handler);
      dispatcher.setPendingLimits(RECEIVE_LIMIT_MESSAGES, RECEIVE_LIMIT_BYTES);
      return dispatcher.subscribe(subject);
    } catch (IllegalStateException disconnected) {
      return null;
    }
  }

  void unsubscribe(Dispatcher dispatcher) {
    try {
      connection.closeDispatcher(dispatcher);
    } catch (IllegalStateException | IllegalArgumentException disconnected) {
      // The subscription ended with the connection.
    }
  }

  /** Returns true after the server has processed everything that was sent before. */
  boolean flush(Duration atMost) throws InterruptedException {
    try {
      connection.flush(atMost);
      return true;
    } catch (TimeoutException | IllegalStateException unavailable) {
      return false;
    }
  }

  void awaitEnd() throws InterruptedException {
    ending.latch.await();
  }

  /** Returns true when the session has ended within the time. */
  boolean awaitEnd(Duration atMost) throws InterruptedException {
    return ending.latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  boolean hasEnded() {
    return ending.latch.getCount() == 0;
  }

  @Nullable String lastError() {
    return ending.error;
  }

  void close() {
    outgoing.close();
    // jnats waits for its threads, which takes seconds if the server does not read.
    Thread.ofVirtual().name("bub-nats-close").start(this::closeConnection);
  }

  private void closeConnection() {
    try {
      connection.close();
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Receives the events of a connection that does not exist yet. */
  static final class Ending implements ConnectionListener, ErrorListener {
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile @Nullable String error;

    @Override
    @SuppressWarnings("deprecation") // jnats still declares no other abstract method
    public void connectionEvent(Connection connection, Events event) {
      if (event == Events.DISCONNECTED || event == Events.CLOSED) {
        latch.countDown();
      }
    }

    @Override
    public void errorOccurred(Connection connection, String text) {
      // Without this, a missing permission looks like a server that does not answer.
      if (text.startsWith("Permissions Violation") && !text.equals(error)) {
        LOG.warn("The user of this node lacks a permission in NATS: {}", text);
      }
      error = text;
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
      String text = exception.getMessage();
      error = text == null ? exception.getClass().getSimpleName() : text;
    }

    @Nullable String error() {
      return error;
    }

    void listenWith(Options.Builder options) {
      options.connectionListener(this).errorListener(this);
    }
  }
}
