package bub.client;

import bub.json.RawJson;
import bub.protocol.Envelope;
import bub.protocol.trace.Causality;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cause of everything that a thread sends: the message that it handles. A client binds it around
 * each handler. New threads do not inherit it; {@link #capture} passes it to them.
 */
public final class CurrentCause {
  private static final ScopedValue<Supplier<Causality>> CURRENT = ScopedValue.newInstance();

  private CurrentCause() {}

  /** Runs work that results from a message, now or long after its arrival. */
  public static <T extends @Nullable Object, X extends Throwable> T call(
      Envelope handled, ScopedValue.CallableOp<T, X> work) throws X {
    return ScopedValue.where(CURRENT, new ResultOf(handled)).call(work);
  }

  public static <T extends @Nullable Object, X extends Throwable> T call(
      Causality cause, ScopedValue.CallableOp<T, X> work) throws X {
    return ScopedValue.where(CURRENT, () -> cause).call(work);
  }

  public static void run(Causality cause, Runnable work) {
    ScopedValue.where(CURRENT, () -> cause).run(work);
  }

  /** Returns {@link Causality#NONE} when this thread handles no message. */
  public static Causality get() {
    return current().get();
  }

  private static Supplier<Causality> current() {
    return CURRENT.orElse(CurrentCause::nothing);
  }

  private static Causality nothing() {
    return Causality.NONE;
  }

  /** Returns work for another thread that keeps the cause of this one. */
  public static Runnable capture(Runnable work) {
    Supplier<Causality> cause = current();
    return () -> ScopedValue.where(CURRENT, cause).run(work);
  }

  public static <T extends @Nullable Object> Callable<T> captureCall(Callable<T> work) {
    Supplier<Causality> cause = current();
    return () -> ScopedValue.where(CURRENT, cause).call(work::call);
  }

  /** Keeps a cause or a trace that the payload names already. */
  public static Envelope addTo(Envelope envelope) {
    return get().isNone()
        ? envelope
        : new Envelope(
            envelope.from(), envelope.to(), envelope.messageId(), addTo(envelope.payload()));
  }

  static RawJson addTo(RawJson payload) {
    Causality cause = get();
    if (cause.isNone() || !payload.isObject()) {
      return payload;
    }
    RawJson caused = cause.addTo(payload);
    // A payload at the limit goes without its cause rather than not at all.
    return caused.length() <= BusClient.MAX_PAYLOAD ? caused : payload;
  }

  /** Computed on the first send, because most handlers send nothing. */
  private static final class ResultOf implements Supplier<Causality> {
    private final Envelope handled;
    private volatile @Nullable Causality result;

    ResultOf(Envelope handled) {
      this.handled = handled;
    }

    @Override
    public Causality get() {
      Causality known = result;
      if (known == null) {
        known = Causality.resultOf(handled);
        result = known;
      }
      return known;
    }
  }
}
