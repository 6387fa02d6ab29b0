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

/** Someone who listens to patterns and takes messages, in its own dialect. Hub thread only. */
public abstract non-sealed class Subscriber implements Listeners {
  // The last selection that took this subscriber: how a selection takes nobody twice.
  private long takenBy;

  public abstract Address clientId();

  /** The id that the next delivery will have on this subscriber's wire. */
  public abstract long reserveCallId();

  /** Hands over one message; {@code done} learns exactly once how that ended. */
  public abstract void deliver(Envelope envelope, long callId, Consumer<Reply> done);

  /**
   * Hands over one message as {@link #deliver} does, and waits {@code patience} for the answer;
   * {@code progress} hears of answers that are not the last one, where the dialect has such.
   */
  public abstract void call(
      Envelope envelope,
      long callId,
      Duration patience,
      Consumer<RawJson> progress,
      Consumer<Reply> done);

  /** Reads this dialect's answer to a delivery; throws InvalidField when it is not one. */
  public abstract Ack readAck(RawJson answer);

  /** Whether this answer halts the message; only an interceptor's can. */
  public boolean halts(RawJson answer) {
    return false;
  }

  /** Tells an interceptor that messages stop waiting for it, or wait for it again. */
  public void tellStatus(InterceptorStatus status) {}

  /** Hands over one message that nobody waits for; false when it could not be sent. */
  public abstract boolean tell(Envelope envelope);

  boolean takeFor(long matches) {
    if (takenBy == matches) {
      return false;
    }
    takenBy = matches;
    return true;
  }

  /** Each is only itself, whatever it is called. */
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
