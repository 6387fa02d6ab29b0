package bub.lobby.contract;

import static bub.lobby.contract.Json.json;
import static bub.lobby.contract.Json.taking;
import static bub.lobby.contract.Json.times;
import static bub.lobby.contract.MessageDirection.INPUT;
import static bub.lobby.contract.MessageDirection.OUTPUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.ServiceResponse.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks from the hub thread: immediate answers, later answers, and refusals. */
class ContractInspectorTest {
  private static final String NAMED = "{'required':['name']}";
  private static final RawJson RIGHT = json("{'name':1}");
  private static final RawJson WRONG = json("{}");

  // Together they are more than a brisk worker has time for.
  private static final CompiledContract LONG =
      taking("{'allOf':[" + times(500, _ -> "{'items':{'enum':[1,2]}}") + "]}");
  private static final RawJson ONES = json("[" + times(200, _ -> "1") + "]");

  private final HubQueue hub = new HubQueue();
  private final AtomicLong time = new AtomicLong();
  private final CheckWorker brisk = new CheckWorker("brisk", 2, 1_000_000);
  private final CheckWorker patient = new CheckWorker("patient", 2, 1_000_000);
  private final ContractInspector inspector =
      new ContractInspector(hub, time::get, brisk, patient, new ContractCache(10, 1_000_000));
  private final List<CheckVerdict> verdicts = new ArrayList<>();
  private final CountDownLatch occupied = new CountDownLatch(1);

  @AfterEach
  void close() {
    occupied.countDown();
    inspector.close();
  }

  private void warmUp() {
    inspector.warmUp();
    await().until(this::isWarm);
    verdicts.clear();
  }

  private boolean isWarm() throws InterruptedException {
    verdicts.clear();
    inspector.check(taking(NAMED), INPUT, RIGHT, verdicts::add);
    boolean atOnce = !verdicts.isEmpty();
    if (!atOnce) {
      hub.runNext();
    }
    return atOnce;
  }

  /** Keeps a worker busy until the test releases it. */
  private void occupy(CheckWorker worker) throws InterruptedException {
    var begun = new CountDownLatch(1);
    worker.submit(0, work(begun::countDown));
    begun.await();
  }

  /** Keeps a worker busy, and all its places taken. */
  private void fill(CheckWorker worker) throws InterruptedException {
    occupy(worker);
    worker.submit(0, work(() -> {}));
    worker.submit(0, work(() -> {}));
  }

  private CheckWorker.Work work(Runnable begun) {
    return new CheckWorker.Work() {
      @Override
      public void run() {
        begun.run();
        awaitRelease();
      }

      @Override
      public void refuse() {}
    };
  }

  private void awaitRelease() {
    try {
      occupied.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatIsRightPassesAtOnce() throws Exception {
    warmUp();
    inspector.check(taking(NAMED), INPUT, RIGHT, verdicts::add);
    assertThat(verdicts).containsExactly(new CheckVerdict.Kept());
  }

  @Test
  void theEmptySchemaPassesAtOnceEvenBeforeTheLibraryIsThere() {
    inspector.check(taking(NAMED), OUTPUT, WRONG, verdicts::add);
    assertThat(verdicts).containsExactly(new CheckVerdict.Kept());
  }

  @Test
  void beforeItIsWarmEverythingElseGoesToAWorker() throws Exception {
    inspector.check(taking(NAMED), INPUT, RIGHT, verdicts::add);
    assertThat(verdicts).isEmpty();
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Kept());
  }

  @Test
  void whatIsWrongIsToldLaterOnTheHubThread() throws Exception {
    warmUp();
    inspector.check(taking(NAMED), INPUT, WRONG, verdicts::add);
    assertThat(verdicts).isEmpty();
    hub.runNext();
    assertThat(verdicts)
        .containsExactly(
            new CheckVerdict.Broken(List.of(new Violation("", "must have the member \"name\""))));
  }

  @Test
  void aLargeMessageIsCheckedByThePatientWorker() throws Exception {
    warmUp();
    fill(brisk);
    RawJson large = json("{'name':'" + "x".repeat(100_000) + "'}");
    inspector.check(taking(NAMED), INPUT, large, verdicts::add);
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Kept());
  }

  @Test
  void aLongCheckMovesOnToThePatientWorker() throws Exception {
    assertThat(LONG.check(INPUT, ONES, CheckBudget.BRISK, time::get)).isNull();
    inspector.check(LONG, INPUT, ONES, verdicts::add);
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Kept());
  }

  @Test
  void aLongCheckIsRefusedWhenThePatientQueueIsFull() throws Exception {
    fill(patient);
    inspector.check(LONG, INPUT, ONES, verdicts::add);
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked());
  }

  @Test
  void tellsWhenTooManyChecksWait() throws Exception {
    warmUp();
    fill(brisk);
    inspector.check(taking(NAMED), INPUT, WRONG, verdicts::add);
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked());
  }

  @Test
  void tellsWhenTooManyBytesWait() throws Exception {
    RawJson large = json("'" + "x".repeat(600_000) + "'");
    CompiledContract contract = taking("{'type':'string'}");
    occupy(patient);
    inspector.check(contract, INPUT, large, verdicts::add);
    inspector.check(contract, INPUT, large, verdicts::add);
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked());
    occupied.countDown();
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked(), new CheckVerdict.Kept());
    inspector.check(contract, INPUT, large, verdicts::add);
    hub.runNext();
    assertThat(verdicts).hasSize(3).last().isEqualTo(new CheckVerdict.Kept());
  }

  @Test
  void tellsWhenAMessageWaitedTooLong() throws Exception {
    warmUp();
    occupy(brisk);
    inspector.check(taking(NAMED), INPUT, WRONG, verdicts::add);
    time.addAndGet(Duration.ofSeconds(6).toNanos());
    occupied.countDown();
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked());
  }

  @Test
  void answersWhatWaitsWhenItCloses() throws Exception {
    warmUp();
    occupy(brisk);
    inspector.check(taking(NAMED), INPUT, WRONG, verdicts::add);
    inspector.close();
    hub.runNext();
    assertThat(verdicts).containsExactly(new CheckVerdict.Unchecked());
    inspector.check(taking(NAMED), INPUT, WRONG, verdicts::add);
    hub.runNext();
    assertThat(verdicts).hasSize(2);
  }

  @Test
  void outlivesAHubThreadThatTakesNothingMore() throws Exception {
    Executor stopped =
        _ -> {
          throw new RejectedExecutionException("stopped");
        };
    try (var late =
        new ContractInspector(stopped, time::get, brisk, patient, new ContractCache(1, 1))) {
      late.check(taking(NAMED), INPUT, WRONG, verdicts::add);
      occupy(brisk);
    }
    assertThat(verdicts).isEmpty();
  }

  @Test
  void examinesWhatAnAgentWantsToOffer() throws Exception {
    Capability sound = Capability.named("a", "").withSchemas(json(NAMED), json(NAMED));
    Capability faulty =
        Capability.named("b", "")
            .withSchemas(json(NAMED), json("{'properties':{'price':{'type':'money'}}}"));
    inspector.examine(List.of(sound, sound), verdicts::add);
    hub.runNext();
    inspector.examine(List.of(sound, faulty), verdicts::add);
    hub.runNext();
    assertThat(verdicts.getFirst()).isEqualTo(new CheckVerdict.Kept());
    assertThat(verdicts.getLast())
        .isInstanceOfSatisfying(
            CheckVerdict.Broken.class,
            broken ->
                assertThat(broken.violations())
                    .singleElement()
                    .satisfies(
                        violation -> {
                          assertThat(violation.path())
                              .isEqualTo("capabilities[1].output_schema/properties/price/type");
                          assertThat(violation.problem()).startsWith("must be one of \"array\"");
                        }));
  }
}
