package bub.lobby.contract;

import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.nio.charset.StandardCharsets;
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
 * Checks of messages and schemas; two workers do the long ones, so that they delay only each other.
 * Hub thread only, each callback exactly once.
 */
public final class ContractInspector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ContractInspector.class);
  private static final int MAX_JOBS = 1_024;
  private static final long MAX_WAITING_BYTES = 16L << 20;
  private static final int MAX_CONTRACTS = 4_096;
  private static final long MAX_CONTRACT_BYTES = 32L << 20;
  private static final int MAX_BRISK_BYTES = 64 * 1024;
  private static final long MAX_WAIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final Executor hubThread;
  private final LongSupplier nanoTime;
  private final CheckWorker brisk;
  private final CheckWorker patient;
  private final ContractLoader contracts;
  private boolean warmingUp;
  // Until then, the first check would load a thousand classes on the hub thread.
  private volatile boolean warm;

  public ContractInspector(Executor hubThread, LongSupplier nanoTime) {
    this(
        hubThread,
        nanoTime,
        new CheckWorker("bub-contracts", MAX_JOBS, MAX_WAITING_BYTES),
        new CheckWorker("bub-contracts-patient", MAX_JOBS, MAX_WAITING_BYTES),
        new ContractCache(MAX_CONTRACTS, MAX_CONTRACT_BYTES));
  }

  ContractInspector(
      Executor hubThread,
      LongSupplier nanoTime,
      CheckWorker brisk,
      CheckWorker patient,
      ContractCache cache) {
    this.hubThread = whileItRuns(hubThread);
    this.nanoTime = nanoTime;
    this.brisk = brisk;
    this.patient = patient;
    this.contracts = new ContractLoader(this.hubThread, brisk, cache);
  }

  /** After the bus has stopped, no caller waits for answers. */
  private static Executor whileItRuns(Executor hubThread) {
    return task -> {
      try {
        hubThread.execute(task);
      } catch (RejectedExecutionException stopped) {
        LOG.debug("Dropped an answer because the bus has stopped: {}", stopped.toString());
      }
    };
  }

  /** Loads the library on a worker, so that the first calls do not wait for it. */
  public void warmUp() {
    if (!warmingUp) {
      warmingUp = true;
      brisk.submit(
          0,
          new CheckWorker.Work() {
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

  /** {@code loader} reads the schemas when the contract is not in memory. */
  public void contract(
      long capability,
      Supplier<CompletableFuture<CapabilitySchemas>> loader,
      Consumer<ContractLookup> done) {
    contracts.find(capability, loader, done);
  }

  public void forget(long capability) {
    contracts.forget(capability);
  }

  /** Checks a message as it is on the wire. */
  public void check(
      CompiledContract contract,
      MessageDirection direction,
      RawJson message,
      Consumer<CheckVerdict> done) {
    if (contract.acceptsAll(direction)
        || (warm && contract.isSurelyKept(direction, message, nanoTime))) {
      done.accept(CheckVerdict.KEPT);
      return;
    }
    warmUp();
    CheckBudget budget = message.length() <= MAX_BRISK_BYTES ? CheckBudget.BRISK : CheckBudget.FULL;
    submit(budget, message.length(), e -> verdict(contract, direction, message, e), done);
  }

  private @Nullable CheckVerdict verdict(
      CompiledContract contract, MessageDirection direction, RawJson message, CheckBudget budget) {
    List<Violation> violations = contract.check(direction, message, budget, nanoTime);
    return violations == null ? null : CheckVerdict.of(violations);
  }

  /** Reports an invalid schema with a path such as {@code capabilities[0].input_schema/type}. */
  public void examine(List<Capability> capabilities, Consumer<CheckVerdict> done) {
    int bytes = 0;
    for (Capability capability : capabilities) {
      bytes += capability.inputSchema().length() + capability.outputSchema().length();
    }
    submit(CheckBudget.FULL, bytes, _ -> SchemaCheck.verdictOn(capabilities), done);
  }

  private void submit(
      CheckBudget budget, int bytes, Question question, Consumer<CheckVerdict> done) {
    CheckWorker worker = budget == CheckBudget.FULL ? patient : brisk;
    worker.submit(bytes, new Asked(budget, bytes, question, done));
  }

  /** Null when the budget is too small. */
  private interface Question {
    @Nullable CheckVerdict answer(CheckBudget budget);
  }

  private final class Asked implements CheckWorker.Work {
    private final CheckBudget budget;
    private final int bytes;
    private final Question question;
    private final Consumer<CheckVerdict> done;
    private final long since = nanoTime.getAsLong();

    Asked(CheckBudget budget, int bytes, Question question, Consumer<CheckVerdict> done) {
      this.budget = budget;
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
      CheckVerdict verdict = question.answer(budget);
      if (verdict == null) {
        submit(CheckBudget.FULL, bytes, question, done);
      } else {
        hubThread.execute(() -> done.accept(verdict));
      }
    }

    @Override
    public void refuse() {
      hubThread.execute(() -> done.accept(CheckVerdict.UNCHECKED));
    }
  }

  /** Answers what waits with {@link CheckVerdict.Unchecked} or {@link ContractLookup.Busy}. */
  @Override
  public void close() {
    brisk.close();
    patient.close();
  }

  /** Exercise that loads the classes of the library and compiles its hot paths. */
  private static final class WarmUp {
    private static final int ROUNDS = 300;
    private static final RawJson SCHEMA =
        json(
            """
            {"type":"object","required":["text"],"additionalProperties":false,
             "properties":{
               "text":{"type":"string","minLength":1,"maxLength":9,"pattern":"^[a-z]+$"},
               "number":{"type":["integer","null"],"minimum":1,"maximum":9,"multipleOf":1},
               "choice":{"enum":["a","b"]},
               "list":{"type":"array","items":{"$ref":"#/$defs/entry"},"uniqueItems":true},
               "either":{"anyOf":[{"type":"boolean"},{"const":"x"}]}},
             "$defs":{"entry":{"type":"number"}}}
            """);
    private static final RawJson RIGHT =
        json("{\"text\":\"abc\",\"number\":2,\"choice\":\"b\",\"list\":[1,2.5],\"either\":\"x\"}");
    private static final RawJson WRONG =
        json("{\"number\":1.5,\"choice\":\"c\",\"list\":[1,1,\"x\"],\"either\":1,\"more\":1}");

    private WarmUp() {}

    static void run() {
      SchemaCheck.problemWith("schema", SCHEMA);
      CompiledContract contract =
          CompiledContract.compile(new CapabilitySchemas(SCHEMA, RawJson.EMPTY_OBJECT));
      for (int i = 0; i < ROUNDS; i++) {
        contract.isSurelyKept(MessageDirection.INPUT, RIGHT, System::nanoTime);
        contract.isSurelyKept(MessageDirection.INPUT, WRONG, System::nanoTime);
      }
      contract.check(MessageDirection.INPUT, WRONG);
    }

    private static RawJson json(String text) {
      return RawJson.trusted(text.strip().getBytes(StandardCharsets.UTF_8));
    }
  }
}
