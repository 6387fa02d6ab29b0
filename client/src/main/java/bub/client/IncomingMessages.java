package bub.client;

import bub.json.InvalidField;
import bub.jsonrpc.Answer;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.ErrorCodes;
import bub.protocol.trace.GuardReasons;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Dispatcher of messages, up to a limit. Link's thread only; handlers run on virtual threads, each
 * within the {@link CurrentCause} of its message.
 */
final class IncomingMessages {
  private static final Logger LOG = LoggerFactory.getLogger(IncomingMessages.class);
  private static final int BUSY_RETRY_SECONDS = 1;

  private final Address clientId;
  private final int maxHandlers;
  private final Semaphore places;
  private final Semaphore unanswered = new Semaphore(Integer.MAX_VALUE);
  private final Map<String, Service> services = new ConcurrentHashMap<>();
  private volatile Service service;

  /** {@code recent} answers duplicates; null passes them to the handler. */
  private record Service(MessageHandler handler, @Nullable RecentMessages recent) {}

  IncomingMessages(Address clientId, int maxHandlers) {
    this.clientId = clientId;
    this.maxHandlers = maxHandlers;
    this.places = new Semaphore(maxHandlers);
    this.service = new Service(_ -> Ack.failed(clientId + " does not accept messages"), null);
  }

  void serve(MessageHandler handler, @Nullable RecentMessages memory) {
    service = new Service(handler, memory);
  }

  void serve(String type, MessageHandler handler, RecentMessages memory) {
    services.put(type, new Service(handler, memory));
  }

  private Service serviceFor(Envelope envelope) {
    if (services.isEmpty()) {
      return service;
    }
    try {
      String type = envelope.type();
      return type == null ? service : services.getOrDefault(type, service);
    } catch (InvalidField noType) {
      return service;
    }
  }

  /** {@code ready} opens with the session, which a handler needs to send. */
  void admit(Envelope envelope, CountDownLatch ready, Answer answer) {
    if (!places.tryAcquire()) {
      String busy = clientId + " is busy: it is already handling " + maxHandlers + " messages";
      answer.result(Ack.retryIn(BUSY_RETRY_SECONDS, busy));
      return;
    }
    unanswered.acquireUninterruptibly();
    Thread.ofVirtual().name("handler").start(() -> run(envelope, ready, answer));
  }

  void awaitAnswered(Duration atMost) throws InterruptedException {
    if (unanswered.tryAcquire(Integer.MAX_VALUE, atMost.toMillis(), TimeUnit.MILLISECONDS)) {
      unanswered.release(Integer.MAX_VALUE);
    }
  }

  private void run(Envelope envelope, CountDownLatch ready, Answer answer) {
    Ack ack;
    try {
      ready.await();
      Service chosen = serviceFor(envelope);
      RecentMessages memory = chosen.recent();
      ack =
          memory == null
              ? handled(chosen.handler(), envelope)
              : memory.once(envelope, message -> handled(chosen.handler(), message));
    } catch (InterruptedException stopped) {
      ack = Ack.retryIn(BUSY_RETRY_SECONDS, clientId + " is stopping");
    } finally {
      // Before the answer, because the next message may follow from it at once.
      places.release();
    }
    try {
      answer.result(fits(ack) ? ack : Ack.failed("the answer of " + clientId + " is too large"));
    } finally {
      unanswered.release();
    }
  }

  private static boolean fits(Ack ack) {
    long message = ack.message().length() * 6L; // maximum length of one character in JSON
    return message + ack.payload().length() <= BusClient.MAX_PAYLOAD;
  }

  /** The texts are safe to send to the sender. */
  private Ack handled(MessageHandler handler, Envelope envelope) {
    try {
      return CurrentCause.call(envelope, () -> handler.handle(envelope));
    } catch (RpcException refused) {
      return isPassing(refused.error())
          ? unavailable()
          : Ack.failed(clientId + ": " + refused.getMessage());
    } catch (NoAnswer unreachable) {
      return unavailable();
    } catch (InterruptedException stopped) {
      return Ack.retryIn(BUSY_RETRY_SECONDS, clientId + " is stopping");
    } catch (Throwable thrown) {
      LOG.error("{} failed to handle message {}", clientId, envelope.messageId(), thrown);
      return Ack.failed(clientId + " failed to handle the message");
    }
  }

  private static boolean isPassing(RpcError error) {
    return switch (error.code()) {
      case ErrorCodes.OVERLOADED -> !GuardReasons.isFinal(error.reason());
      case ErrorCodes.DRAINING -> true;
      default -> false;
    };
  }

  private Ack unavailable() {
    return Ack.retryIn(BUSY_RETRY_SECONDS, clientId + " could not reach a peer that it needs");
  }
}
