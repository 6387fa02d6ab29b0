package bub.channel;

import bub.client.SendAttempt;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Send of one chat's messages, one at a time, that ends when the person stops the message: an agent
 * may take a minute to ack. Sends run on the chat's worker thread; stops come from any thread.
 */
final class StoppableSend {
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private record Open(
      MessageId message, CompletableFuture<Optional<SendAttempt>> outcome, Thread thread) {}

  private final ChatContext context;
  private volatile @Nullable Open open;

  StoppableSend(ChatContext context) {
    this.context = context;
  }

  /** Returns null when the person has stopped the message. */
  @Nullable SendAttempt send(Envelope letter) throws InterruptedException {
    var outcome = new CompletableFuture<Optional<SendAttempt>>();
    Thread thread = Thread.ofVirtual().name("send").unstarted(() -> send(letter, outcome));
    open = new Open(letter.messageId(), outcome, thread);
    try {
      // After the assignment: a stop either finds this send or is found here.
      if (context.stopped().contains(letter.messageId().value())) {
        return null;
      }
      thread.start();
      return outcome.get().orElse(null);
    } catch (ExecutionException bug) {
      throw new IllegalStateException(bug.getCause());
    } finally {
      open = null;
      thread.interrupt();
    }
  }

  private void send(Envelope letter, CompletableFuture<Optional<SendAttempt>> outcome) {
    try {
      outcome.complete(Optional.of(context.sender().send(letter)));
    } catch (InterruptedException stopped) {
      outcome.complete(Optional.empty());
    } catch (Throwable bug) {
      // The chat's worker waits for the outcome, whatever happens here.
      outcome.completeExceptionally(bug);
    }
  }

  /** Returns when the message has left or never will, so that an order cannot overtake it. */
  void stop(List<MessageId> messages) throws InterruptedException {
    Open current = open;
    if (current != null && messages.contains(current.message())) {
      current.outcome().complete(Optional.empty());
      current.thread().interrupt();
      current.thread().join(FAREWELL);
    }
  }
}
