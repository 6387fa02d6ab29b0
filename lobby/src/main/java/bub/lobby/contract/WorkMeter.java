package bub.lobby.contract;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Run of the library over one value, stopped in time. One use, one thread. */
final class WorkMeter extends ExecutionContext {
  private static final Logger LOG = LoggerFactory.getLogger(WorkMeter.class);

  static final int MAX_FAULTS = 20;

  // A tree of 64 levels needs about six keywords per level, far below a 1 MiB stack.
  private static final int MAX_DEPTH = 512;
  private static final int CLOCK_STRIDE = 1_024;
  private static final int UNITS_PER_FAULT = 50;
  private static final ExecutionConfig AT_FIRST_FAULT =
      ExecutionConfig.builder().failFast(true).build();
  private static final ExecutionConfig ALL_FAULTS =
      ExecutionConfig.builder().failFast(false).build();
  private static final Error SOME_FAULT = Error.builder().messageSupplier(() -> "").build();
  private static final ThreadLocal<@Nullable WorkMeter> RUNNING = new ThreadLocal<>();

  enum Ending {
    /** With all faults or none. */
    FINISHED,
    /** There may be more faults. */
    FAULTY,
    SPENT
  }

  private final boolean glancing;
  private final LongSupplier nanoTime;
  private final long deadline;
  private long left;
  private long nextClockAt;
  private int depth;
  // Faults inside an alternative go to separate lists until it is known whether they count.
  private final List<Error> faults = getErrors();

  WorkMeter(CheckBudget budget, LongSupplier nanoTime) {
    super(budget == CheckBudget.GLANCE ? AT_FIRST_FAULT : ALL_FAULTS);
    this.glancing = budget == CheckBudget.GLANCE;
    this.nanoTime = nanoTime;
    this.deadline = nanoTime.getAsLong() + budget.nanos;
    this.left = budget.units;
    this.nextClockAt = Math.max(0, left - CLOCK_STRIDE);
  }

  Ending run(Schema schema, JsonNode value) {
    RUNNING.set(this);
    try {
      schema.validate(this, value);
      return Ending.FINISHED;
    } catch (CheckStopped stop) {
      return stop.isEnough() || !faults.isEmpty() ? Ending.FAULTY : Ending.SPENT;
    } catch (RuntimeException | StackOverflowError failed) {
      // The message or its schema made the library fail, so the message does not pass.
      LOG.debug("A check failed: {}", failed.toString());
      return faults.isEmpty() ? Ending.SPENT : Ending.FAULTY;
    } finally {
      RUNNING.set(null); // much cheaper than a remove, and this thread will run again
    }
  }

  /** All faults after a finished run, the first few after a faulty one. */
  List<Error> faults() {
    return faults;
  }

  /** For code that the library calls without a context. */
  static WorkMeter running() {
    WorkMeter meter = RUNNING.get();
    if (meter == null) {
      throw new IllegalStateException("no check runs on this thread");
    }
    return meter;
  }

  boolean isGlancing() {
    return glancing;
  }

  void spend(long units) {
    left -= units;
    if (left < nextClockAt) {
      nextClockAt = Math.max(0, left - CLOCK_STRIDE);
      if (left < 0 || nanoTime.getAsLong() - deadline > 0) {
        left = 0;
        throw CheckStopped.spent();
      }
    }
  }

  void enter() {
    if (++depth > MAX_DEPTH) {
      throw CheckStopped.spent();
    }
  }

  void leave() {
    depth--;
  }

  /** An error of the library may hold the whole value as text. */
  @Override
  public void addError(Error fault) {
    if (glancing) {
      if (isFailFast()) {
        throw CheckStopped.enough();
      }
      getErrors().add(SOME_FAULT);
      return;
    }
    spend(UNITS_PER_FAULT);
    getErrors().add(ViolationText.slim(fault));
    if (faults.size() >= MAX_FAULTS) {
      throw CheckStopped.enough();
    }
  }

  /** Abort from deep inside the library; an error, because the library logs every exception. */
  static final class CheckStopped extends java.lang.Error {
    private static final long serialVersionUID = 1;

    private final boolean enough;

    private CheckStopped(boolean enough) {
      super(null, null, false, false);
      this.enough = enough;
    }

    static CheckStopped spent() {
      return new CheckStopped(false);
    }

    static CheckStopped enough() {
      return new CheckStopped(true);
    }

    boolean isEnough() {
      return enough;
    }
  }
}
