package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks messages against contracts, and schemas before they become contracts, without ever keeping
 * the hub thread: what is right at a glance passes at once, all else goes to two workers. A check
 * that turns out to be long moves on to the second of them, so that it only delays its like. Hub
 * thread only, and every answer comes on the hub thread, exactly once.
 */
public final class Inspector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);
  private static final int MAX_JOBS = 1_024;
  private static final long MAX_WAITING_BYTES = 16L << 20;
  private static final int MAX_CONTRACTS = 4_096;
  private static final long MAX_CONTRACT_BYTES = 32L << 20;
  private static final int MAX_BRISK_BYTES = 64 * 1024;
  private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final Executor hubThread;
  private final LongSupplier nanoTime;
  private final Lane brisk;
  private final Lane patient;
  private final Contracts contracts;
  private boolean warmingUp;
  // Until then a first glance would load a thousand classes on the hub thread.
  private volatile boolean warm;

  public Inspector(Executor hubThread, LongSupplier nanoTime) {
    this(
        hubThread,
        nanoTime,
        new Lane("bub-contracts", MAX_JOBS, MAX_WAITING_BYTES),
        new Lane("bub-contracts-patient", MAX_JOBS, MAX_WAITING_BYTES),
        new ContractCache(MAX_CONTRACTS, MAX_CONTRACT_BYTES));
  }

  Inspector(
      Executor hubThread, LongSupplier nanoTime, Lane brisk, Lane patient, ContractCache cache) {
    this.hubThread = whileItRuns(hubThread);
    this.nanoTime = nanoTime;
    this.brisk = brisk;
    this.patient = patient;
    this.contracts = new Contracts(this.hubThread, brisk, cache);
  }

  /** When the bus stops, nobody waits for answers any more. */
  private static Executor whileItRuns(Executor hubThread) {
    return task -> {
      try {
        hubThread.execute(task);
      } catch (RejectedExecutionException stopped) {
        LOG.debug("too late for an answer: {}", stopped.toString());
      }
    };
  }

  /** Has a worker load the library, so that the first calls need not wait for it. */
  public void warmUp() {
    if (!warmingUp) {
      warmingUp = true;
      brisk.submit(
          0,
          new Lane.Work() {
            @Override
            public void run() {
              WarmUp.run();
              warm = true;
            }

            @Override
            public void refuse() {
              hubThread.execute(() -> warmingUp = false);
            }
          });
    }
  }

  /**
   * The contract of a capability.
   *
   * @param loader reads the schemas when they are not in memory
   */
  public void contract(
      long capability, Supplier<CompletableFuture<Schemas>> loader, Consumer<Lookup> done) {
    contracts.find(capability, loader, done);
  }

  /** A capability changed or is gone: its contract is not the one in memory any more. */
  public void forget(long capability) {
    contracts.forget(capability);
  }

  /** Whether a message, as it is on the wire, keeps its contract. */
  public void check(
      Contract contract, Direction direction, RawJson message, Consumer<Verdict> done) {
    if (contract.acceptsAll(direction)
        || (warm && contract.isSurelyKept(direction, message, nanoTime))) {
      done.accept(Verdict.KEPT);
      return;
    }
    warmUp();
    Effort effort = message.length() <= MAX_BRISK_BYTES ? Effort.BRISK : Effort.FULL;
    submit(effort, message.length(), e -> verdict(contract, direction, message, e), done);
  }

  private @Nullable Verdict verdict(
      Contract contract, Direction direction, RawJson message, Effort effort) {
    List<Violation> violations = contract.check(direction, message, effort, nanoTime);
    return violations == null ? null : Verdict.of(violations);
  }

  /**
   * Whether the schemas of all these capabilities can be enforced. The one violation that a bad one
   * gives has a path such as {@code capabilities[0].input_schema/properties/price/type}.
   */
  public void examine(List<Capability> capabilities, Consumer<Verdict> done) {
    int bytes = 0;
    for (Capability capability : capabilities) {
      bytes += capability.inputSchema().length() + capability.outputSchema().length();
    }
    submit(Effort.FULL, bytes, _ -> SchemaCheck.verdictOn(capabilities), done);
  }

  private void submit(Effort effort, int bytes, Question question, Consumer<Verdict> done) {
    Lane lane = effort == Effort.FULL ? patient : brisk;
    lane.submit(bytes, new Asked(effort, bytes, question, done));
  }

  /** Null means: not with so little effort. */
  private interface Question {
    @Nullable Verdict answer(Effort effort);
  }

  private final class Asked implements Lane.Work {
    private final Effort effort;
    private final int bytes;
    private final Question question;
    private final Consumer<Verdict> done;
    private final long since = nanoTime.getAsLong();

    Asked(Effort effort, int bytes, Question question, Consumer<Verdict> done) {
      this.effort = effort;
      this.bytes = bytes;
      this.question = question;
      this.done = done;
    }

    @Override
    public void run() {
      if (nanoTime.getAsLong() - since > MAX_WAIT_NANOS) {
        refuse();
        return;
      }
      Verdict verdict = question.answer(effort);
      if (verdict == null) {
        submit(Effort.FULL, bytes, question, done);
      } else {
        hubThread.execute(() -> done.accept(verdict));
      }
    }

    @Override
    public void refuse() {
      hubThread.execute(() -> done.accept(Verdict.UNCHECKED));
    }
  }

  /** What waits is answered with {@link Verdict.Unchecked} or {@link Lookup.Busy}. */
  @Override
  public void close() {
    brisk.close();
    patient.close();
  }
}
