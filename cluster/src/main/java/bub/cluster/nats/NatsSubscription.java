package bub.cluster.nats;

import io.nats.client.Dispatcher;
import io.nats.client.Message;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A subscription that every new session gets, and whose receiver handles one message at a time. */
final class NatsSubscription implements NatsConnection.Subscription {
  private static final Logger LOG = LoggerFactory.getLogger(NatsSubscription.class);

  private final String subject;
  private final NatsConnection.Receiver receiver;
  private final Consumer<NatsSubscription> onClose;
  // The thread of an old session may still pass its last message when that of a new one starts.
  private final ReentrantLock receiving = new ReentrantLock();
  private @Nullable NatsSession attachedTo;
  private @Nullable Dispatcher dispatcher;
  private volatile long generation;
  private long droppedBefore;

  NatsSubscription(
      String subject, NatsConnection.Receiver receiver, Consumer<NatsSubscription> onClose) {
    this.subject = subject;
    this.receiver = receiver;
    this.onClose = onClose;
  }

  synchronized void attach(NatsSession session) {
    if (attachedTo == session) {
      return;
    }
    detach();
    long own = generation;
    attachedTo = session;
    dispatcher = session.subscribe(subject, message -> receive(own, message));
  }

  synchronized void detach() {
    droppedBefore = dropped();
    generation = generation + 1;
    attachedTo = null;
    dispatcher = null;
  }

  synchronized long dropped() {
    return droppedBefore + (dispatcher == null ? 0 : dispatcher.getDroppedCount());
  }

  private void receive(long ofGeneration, Message message) {
    receiving.lock();
    try {
      if (generation == ofGeneration) {
        receiver.received(message.getSubject(), message.getData());
      }
    } catch (RuntimeException bug) {
      LOG.error("The receiver of {} failed", subject, bug);
    } finally {
      receiving.unlock();
    }
  }

  @Override
  public void close() {
    NatsSession session;
    Dispatcher closing;
    synchronized (this) {
      session = attachedTo;
      closing = dispatcher;
      detach();
    }
    onClose.accept(this);
    if (session != null && closing != null) {
      session.unsubscribe(closing);
    }
  }
}
