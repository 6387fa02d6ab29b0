package bub.gateway.chat;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.message.ChatId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Wait for the answer to one question. It keeps only the newest partial text, so a slow reader
 * costs no more. Safe for any thread.
 */
public final class AgentTurn implements AutoCloseable {
  /** Ends a turn that its caller leaves early. */
  interface Ending {
    void left(AgentTurn turn, boolean isFinished);
  }

  private final ChatId chat;
  private final Address agent;
  private final MessageId id;
  private final Ending ending;
  private final @Nullable TurnListener listener;
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  // Guarded by this.
  private TurnEvent.@Nullable Partial partial;
  private TurnEvent.@Nullable Paused paused;
  private long lastSeq = Long.MIN_VALUE;
  private @Nullable TurnEvent end;

  AgentTurn(
      ChatId chat, Address agent, MessageId id, Ending ending, @Nullable TurnListener listener) {
    this.chat = chat;
    this.agent = agent;
    this.id = id;
    this.ending = ending;
    this.listener = listener;
  }

  boolean isListened() {
    return listener != null;
  }

  public ChatId chat() {
    return chat;
  }

  /** Completes with the first news, which shows that the agent has the question. */
  CompletableFuture<Void> begun() {
    return begun;
  }

  public Address agent() {
    return agent;
  }

  public MessageId id() {
    return id;
  }

  void partial(String text, long seq) {
    synchronized (this) {
      if (end != null || seq <= lastSeq) {
        return;
      }
      lastSeq = seq;
      partial = new TurnEvent.Partial(text);
      notifyAll();
    }
    begun.complete(null);
    if (listener != null) {
      listener.partial(text);
    }
  }

  void paused(String notice) {
    synchronized (this) {
      if (end == null) {
        paused = new TurnEvent.Paused(notice);
        notifyAll();
      }
    }
    begun.complete(null);
  }

  /** Returns false when the listener could not take the end; the turn is open then. */
  boolean finish(TurnEvent last) {
    if (listener != null && !isFinished() && !listener.ended(last)) {
      return false;
    }
    synchronized (this) {
      if (end == null) {
        end = last;
        notifyAll();
      }
    }
    begun.complete(null);
    return true;
  }

  private synchronized boolean isFinished() {
    return end != null;
  }

  /** Returns the next event, or null after a timeout. A missed partial text is skipped. */
  public synchronized @Nullable TurnEvent next(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (end == null && partial == null && paused == null) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return null;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    if (end != null) {
      return end;
    }
    if (paused != null) {
      TurnEvent question = paused;
      paused = null;
      return question;
    }
    TurnEvent news = partial;
    partial = null;
    return news;
  }

  /** Stops the agent's work when there is no answer yet. */
  @Override
  public void close() {
    ending.left(this, isFinished());
  }
}
