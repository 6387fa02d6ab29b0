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
import bub.store.StoreFailed;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
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
  private final Map<String, AtOnceHandler> atOnce = new ConcurrentHashMap<>();
  private final RunningHandlers running = new RunningHandlers();
  private volatile @Nullable SenderTurns turns;
  private volatile boolean isDraining;
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

  void serveAtOnce(String type, AtOnceHandler handler) {
    atOnce.put(type, handler);
  }

  void orderBySender() {
    turns = new SenderTurns();
  }

  private Service serviceFor(Envelope envelope) {
    String type = services.isEmpty() ? null : typeOf(envelope);
    return type == null ? service : services.getOrDefault(type, service);
  }

  private @Nullable Ack takenAtOnce(Envelope envelope) {
    String type = atOnce.isEmpty() ? null : typeOf(envelope);
    AtOnceHandler handler = type == null ? null : atOnce.get(type);
    return handler == null ? null : handler.take(envelope);
  }

  private static @Nullable String typeOf(Envelope envelope) {
    try {
      return envelope.type();
    } catch (InvalidField noType) {
      return null;
    }
  }

  /** {@code ready} opens with the session, which a handler needs to send. */
  void admit(Envelope envelope, CountDownLatch ready, Answer answer) {
    Ack taken = takenAtOnce(envelope);
    if (taken != null) {
      answer.result(taken);
      return;
    }
    if (isDraining) {
      answer.result(stopping());
      return;
    }
    if (!places.tryAcquire()) {
      String busy = clientId + " is busy: it is already handling " + maxHandlers + " messages";
      answer.result(Ack.retryIn(BUSY_RETRY_SECONDS, busy));
      return;
    }
    unanswered.acquireUninterruptibly();
    SenderTurns order = turns;
    SenderTurns.Turn turn = order == null ? null : order.enter(envelope.from());
    Thread.ofVirtual().name("handler").start(() -> run(envelope, turn, ready, answer));
  }

  /** Refuses new messages, and waits for the handlers that run; false when some still run. */
  boolean drain(Duration atMost) throws InterruptedException {
    isDraining = true;
    return awaitAnswered(atMost);
  }

  void interruptAll() {
    running.interruptAll();
  }

  int stop(Predicate<Envelope> which) {
    return running.stop(which);
  }

  private Ack stopping() {
    return Ack.retryIn(BUSY_RETRY_SECONDS, clientId + " is stopping");
  }

  boolean awaitAnswered(Duration atMost) throws InterruptedException {
    boolean all =
        unanswered.tryAcquire(Integer.MAX_VALUE, atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (all) {
      unanswered.release(Integer.MAX_VALUE);
    }
    return all;
  }

  private void run(
      Envelope envelope, SenderTurns.@Nullable Turn turn, CountDownLatch ready, Answer answer) {
    RunningHandlers.Running mine = running.begin(envelope);
    Ack ack;
    try {
      ready.await();
      if (turn != null) {
        turn.await();
      }
      ack = answerOf(envelope, mine);
    } catch (InterruptedException stopped) {
      ack = interrupted(mine);
    } finally {
      mine.end();
      if (turn != null) {
        turn.end();
      }
      // Before the answer, because the next message may follow from it at once.
      places.release();
    }
    try {
      answer.result(fits(ack) ? ack : Ack.failed("the answer of " + clientId + " is too large"));
    } finally {
      unanswered.release();
    }
  }

  private Ack answerOf(Envelope envelope, RunningHandlers.Running mine)
      throws InterruptedException {
    Service chosen = serviceFor(envelope);
    RecentMessages memory = chosen.recent();
    return memory == null
        ? handled(chosen.handler(), envelope, mine)
        : memory.once(envelope, message -> handled(chosen.handler(), message, mine));
  }

  private Ack interrupted(RunningHandlers.Running mine) {
    return mine.isStopped() ? Ack.failed("stopped") : stopping();
  }

  private static boolean fits(Ack ack) {
    long message = ack.message().length() * 6L; // maximum length of one character in JSON
    return message + ack.payload().length() <= BusClient.MAX_PAYLOAD;
  }

  /** The texts are safe to send to the sender. */
  private Ack handled(MessageHandler handler, Envelope envelope, RunningHandlers.Running mine) {
    try {
      return CurrentCause.call(envelope, () -> handler.handle(envelope));
    } catch (Reject rejected) {
      return Ack.failed(String.valueOf(rejected.getMessage()));
    } catch (RetryLater later) {
      return Ack.retryIn(later.seconds(), String.valueOf(later.getMessage()));
    } catch (StoreFailed broken) {
      LOG.error("{} could not store message {}", clientId, envelope.messageId(), broken);
      return Ack.retryIn(BUSY_RETRY_SECONDS, clientId + " cannot write to its disk");
    } catch (RpcException refused) {
      return isPassing(refused.error())
          ? unavailable()
          : Ack.failed(clientId + ": " + refused.getMessage());
    } catch (NoAnswer unreachable) {
      return unavailable();
    } catch (InterruptedException stopped) {
      return interrupted(mine);
    } catch (Throwable thrown) {
      if (mine.isStopped()) {
        return interrupted(mine);
      }
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
