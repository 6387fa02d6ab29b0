package bub.bus.route;

import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.InterceptorStatus;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Recipient that receives messages in its own dialect. Hub thread only. */
public abstract non-sealed class Subscriber implements Listeners {
  // Number of the last selection that added this subscriber, so that none adds it twice.
  private long takenBy;

  public abstract Address clientId();

  public abstract long reserveCallId();

  /** Delivers one message; {@code done} receives the outcome exactly once. */
  public abstract void deliver(Envelope envelope, long callId, Consumer<Reply> done);

  /** Delivers as {@link #deliver} does; {@code progress} receives interim answers, if any. */
  public abstract void call(
      Envelope envelope,
      long callId,
      Duration timeout,
      Consumer<RawJson> progress,
      Consumer<Reply> done);

  /** Reads this dialect's answer to a delivery. Throws InvalidField when the answer is invalid. */
  public abstract Ack readAck(RawJson answer);

  /** True when this answer halts the message. Only answers of interceptors can. */
  public boolean halts(RawJson answer) {
    return false;
  }

  /** Tells an interceptor that messages stop waiting for it, or wait for it again. */
  public void tellStatus(InterceptorStatus status) {}

  /** Delivers one message without an answer. Returns false when it could not be sent. */
  public abstract boolean tell(Envelope envelope);

  boolean takeFor(long matches) {
    if (takenBy == matches) {
      return false;
    }
    takenBy = matches;
    return true;
  }

  /** Compares by identity, regardless of the clientId. */
  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public final boolean has(Subscriber subscriber) {
    return equals(subscriber);
  }

  @Override
  public final Listeners with(Subscriber subscriber) {
    return SharedListeners.of(this, subscriber);
  }

  @Override
  public final @Nullable Listeners without(Subscriber subscriber) {
    return equals(subscriber) ? null : this;
  }

  @Override
  public final void addTo(MatchedSubscribers matches) {
    matches.add(this);
  }
}
