package bub.system.budget.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import bub.protocol.Address;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.UsageReport;
import bub.protocol.trace.TraceId;
import bub.system.budget.store.BudgetLedger.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetLedgerTest {
  private static final LocalDate MONDAY = LocalDate.parse("2026-01-05");
  private static final LocalDate TUESDAY = MONDAY.plusDays(1);
  private static final Address ALPHA = new Address("agent:alpha");
  private static final Address BETA = new Address("agent:beta");
  private static final Address CHAT = new Address("chat:1");
  private static final TraceId TURN = TraceId.startedBy(CHAT, new MessageId("m1"));
  private static final long CENT = 10_000_000;

  @TempDir private Path directory;
  private BudgetLedger ledger;
  private LocalDate today = MONDAY;

  @BeforeEach
  void open() throws IOException {
    ledger =
        BudgetLedger.open(
            directory.resolve("budget.db"), use -> use.subject() + " at " + use.percent());
  }

  @AfterEach
  void close() throws IOException {
    ledger.close();
  }

  // ---- one budget

  @Test
  void aSettledCallCountsWithItsRealUse() throws Exception {
    List<Budget> budgets = budgets("agent:*", "1000 tokens/day");
    assertThat(isGranted(call("r1", 300, 400), budgets)).isTrue();
    assertThat(used(budgets)).containsExactly(700L);

    ledger.settle(call("r1", 100, 50), budgets);

    assertThat(used(budgets)).containsExactly(150L);
    assertThat(ledger.overview(budgets, today, Instant.EPOCH).open()).isEmpty();
  }

  @Test
  void aCallThatDoesNotFitIsRefusedAndBooksNothing() throws Exception {
    List<Budget> budgets = budgets("agent:*", "1000 tokens/day");
    reserve(call("r1", 500, 400), budgets);

    Decision decision = ledger.reserve(call("r2", 50, 51), budgets);

    assertThat(decision)
        .isEqualTo(
            new Decision.Refused(new BudgetUse(budgets.getFirst(), "agent:alpha", 900), 101, true));
    assertThat(used(budgets)).containsExactly(900L);
    assertThat(ledger.reserve(call("r3", 50, 51), budgets))
        .isInstanceOfSatisfying(
            Decision.Refused.class, again -> assertThat(again.isFirst()).isFalse());
    assertThat(isGranted(call("r4", 50, 50), budgets)).isTrue();
  }

  @Test
  void aRepeatedRequestReservesOnceAndARepeatedSettlementCountsOnce() throws Exception {
    List<Budget> budgets = budgets("agent:*", "3 calls/day");
    for (int i = 0; i < 5; i++) {
      assertThat(isGranted(call("r1", 1, 1), budgets)).isTrue();
    }
    ledger.settle(call("r1", 10, 10), budgets);
    ledger.settle(call("r1", 999, 999), budgets);

    assertThat(report()).singleElement().satisfies(row -> assertThat(row.tokensIn()).isEqualTo(10));
    assertThat(used(budgets)).containsExactly(1L);
  }

  @Test
  void aSettlementWithoutAReservationIsCharged() throws Exception {
    List<Budget> budgets = budgets("agent:*", "100 tokens/day");
    ledger.settle(call("lost", 60, 30), budgets);
    ledger.settle(call("lost", 60, 30), budgets);

    assertThat(used(budgets)).containsExactly(90L);
    assertThat(isGranted(call("r1", 6, 5), budgets)).isFalse();
  }

  @Test
  void concurrentReservationsNeverExceedTheLimit() throws Exception {
    List<Budget> budgets = budgets("total", "10 calls/day");
    var tasks = new ArrayList<Callable<Boolean>>();
    for (int i = 0; i < 100; i++) {
      String id = "r" + i;
      Address agent = new Address("agent:" + i % 7);
      tasks.add(() -> isGranted(call(agent, id, null, 1, 1, CENT), budgets));
    }
    int granted = 0;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> result : threads.invokeAll(tasks)) {
        granted += result.get() ? 1 : 0;
      }
    }
    assertThat(granted).isEqualTo(10);
  }

  // ---- several budgets

  @Test
  void allBudgetsMustHaveRoom() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:*", "1usd/day"));
    budgets.addAll(budgets("total", "3 calls/day"));
    budgets.addAll(budgets("chat:*", "100 tokens/day"));

    assertThat(isGranted(call(ALPHA, "r1", CHAT, 10, 10, 10 * CENT), budgets)).isTrue();
    assertThat(isGranted(call(ALPHA, "r2", CHAT, 40, 41, 10 * CENT), budgets)).isFalse();
    assertThat(isGranted(call(ALPHA, "r3", CHAT, 1, 1, 91 * CENT), budgets)).isFalse();
    assertThat(isGranted(call(BETA, "r4", null, 900, 900, 91 * CENT), budgets)).isTrue();
    assertThat(isGranted(call(BETA, "r5", null, 1, 1, CENT), budgets)).isTrue();
    assertThat(isGranted(call(ALPHA, "r6", null, 1, 1, CENT), budgets)).isFalse();
  }

  @Test
  void ofTwoBudgetsThatContradictEachOtherTheStricterOneWins() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:*", "100 calls/day"));
    budgets.addAll(budgets("agent:*", "1 calls/day"));

    assertThat(isGranted(call("r1", 1, 1), budgets)).isTrue();
    assertThat(isGranted(call("r2", 1, 1), budgets)).isFalse();
  }

  @Test
  void anAgentThatIsAskedSpendsFromTheTurnAndTheChatThatAsked() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:alpha", "100 tokens/turn"));
    budgets.addAll(budgets("chat:*", "10 calls/day"));
    reserve(turnCall(ALPHA, "r1", CHAT, 40, 20), budgets);

    assertThat(isGranted(turnCall(BETA, "r2", null, 30, 20), budgets)).isFalse();
    assertThat(isGranted(turnCall(BETA, "r3", null, 20, 20), budgets)).isTrue();

    assertThat(report()).extracting(UsageReport.Row::chat).containsOnly("chat:1");
    assertThat(isGranted(call(BETA, "r4", null, 300, 20, CENT), budgets)).isTrue();
  }

  // ---- time

  @Test
  void aKilledSystemAgentKeepsTheBooks() throws Exception {
    List<Budget> budgets = budgets("agent:*", "1000 tokens/day");
    reserve(call("r1", 100, 200), budgets);
    reserve(call("r2", 10, 20), budgets);
    ledger.settle(call("r2", 1, 2), budgets);
    ledger.close();
    open();

    assertThat(used(budgets)).containsExactly(303L);
    ledger.settle(call("r1", 7, 7), budgets);
    assertThat(used(budgets)).containsExactly(17L);
  }

  @Test
  void aNewDayHasANewBudgetAndALateSettlementBelongsToItsOwnDay() throws Exception {
    List<Budget> budgets = budgets("agent:*", "100 tokens/day");
    reserve(call("r1", 50, 50), budgets);
    today = TUESDAY;
    assertThat(isGranted(call("r2", 50, 40), budgets)).isTrue();

    ledger.settle(call("r1", 30, 30), budgets);

    assertThat(used(budgets)).containsExactly(90L);
    assertThat(report())
        .extracting(UsageReport.Row::day, UsageReport.Row::tokensIn)
        .containsExactly(tuple("2026-01-05", 30L), tuple("2026-01-06", 50L));
  }

  @Test
  void aTurnKeepsItsBudgetAcrossMidnight() throws Exception {
    List<Budget> budgets = budgets("agent:*", "100 tokens/turn");
    reserve(turnCall(ALPHA, "r1", CHAT, 50, 40), budgets);
    today = TUESDAY;

    assertThat(isGranted(turnCall(ALPHA, "r2", CHAT, 10, 10), budgets)).isFalse();
  }

  @Test
  void aClockThatJumpsBackReopensNoDayAndBlocksNoLaterDay() throws Exception {
    List<Budget> budgets = budgets("agent:*", "100 tokens/day");
    reserve(call("r1", 30, 30), budgets);
    today = LocalDate.parse("2040-01-01");
    reserve(call("r2", 20, 20), budgets);
    today = MONDAY;

    assertThat(isGranted(call("r3", 1, 1), budgets)).isFalse();
    ledger.settle(call("r2", 10, 20), budgets);
    assertThat(used(budgets)).containsExactly(90L);

    today = TUESDAY;
    assertThat(isGranted(call("r4", 50, 50), budgets)).isTrue();
  }

  // ---- steps of foreign agents

  @Test
  void aStepChargesItsSenderButNoTurnWithoutAReservation() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:*", "100 tokens/day"));
    budgets.addAll(budgets("agent:*", "50 tokens/turn"));
    reserve(turnCall(ALPHA, "r1", CHAT, 10, 10), budgets);

    ledger.report(turnCall(BETA, "s1", null, 60, 30), budgets);

    assertThat(isGranted(call(BETA, "r2", null, 6, 5, CENT), budgets)).isFalse();
    assertThat(isGranted(turnCall(ALPHA, "r3", CHAT, 15, 15), budgets)).isTrue();
    assertThat(report()).extracting(UsageReport.Row::chat).contains("");
  }

  @Test
  void aStepChargesATurnOnlyUpToTheAmountThatItsSenderReserved() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:*", "1000 tokens/day"));
    budgets.addAll(budgets("agent:*", "100 tokens/turn"));
    reserve(turnCall(BETA, "r1", null, 20, 20), budgets);
    ledger.report(turnCall(BETA, "s1", null, 400, 10), budgets);

    assertThat(used(budgets)).containsExactly(410L, 30L);

    reserve(turnCall(BETA, "r2", null, 20, 20), budgets);
    ledger.report(turnCall(BETA, "s2", null, 5, 5), budgets);
    assertThat(used(budgets)).containsExactly(420L, 40L);
  }

  @Test
  void aRepeatedStepCountsOnce() throws Exception {
    List<Budget> budgets = budgets("agent:*", "100 tokens/day");
    for (int i = 0; i < 3; i++) {
      ledger.report(turnCall(BETA, "s1", null, 10, 10), budgets);
    }
    assertThat(used(budgets)).containsExactly(20L);
  }

  @Test
  void theStepsOfAnAgentThatSettlesAreNotChargedAgain() throws Exception {
    List<Budget> budgets = budgets("agent:*", "1000 tokens/day");
    reserve(turnCall(ALPHA, "killed", CHAT, 10, 10), budgets);
    reserve(turnCall(ALPHA, "r1", CHAT, 30, 30), budgets);
    ledger.settle(turnCall(ALPHA, "r1", CHAT, 5, 5), budgets);
    ledger.report(turnCall(ALPHA, "s1", CHAT, 5, 5), budgets);

    assertThat(used(budgets)).containsExactly(30L);
  }

  // ---- notices and bounds

  @Test
  void aNoticeComesOnceToTheChatOfTheTurn() throws Exception {
    List<Budget> budgets = budgets("agent:alpha", "100 tokens/turn");
    reserve(turnCall(ALPHA, "r1", CHAT, 20, 20), budgets);
    reserve(turnCall(BETA, "r2", null, 30, 20), budgets);
    assertThat(ledger.settle(turnCall(BETA, "r2", null, 30, 11), budgets)).isEmpty();

    assertThat(ledger.settle(turnCall(ALPHA, "r1", CHAT, 20, 20), budgets))
        .containsExactly(TURN + " at 81");
    assertThat(ledger.reserve(turnCall(ALPHA, "r3", CHAT, 1, 1), budgets))
        .isEqualTo(new Decision.Granted(List.of()));
    assertThat(ledger.settle(turnCall(ALPHA, "r3", CHAT, 10, 9), budgets)).isEmpty();
  }

  @Test
  void everyDayHasItsOwnNotice() throws Exception {
    List<Budget> budgets = budgets("agent:*", "10 tokens/day");
    ledger.settle(call("r1", 5, 2), budgets);
    assertThat(ledger.settle(call("r2", 1, 0), budgets)).containsExactly("agent:alpha at 80");
    assertThat(ledger.settle(call("r3", 1, 0), budgets)).isEmpty();
    today = TUESDAY;
    assertThat(ledger.settle(call("r4", 20, 0), budgets)).containsExactly("agent:alpha at 200");
  }

  @Test
  void aModelWithoutAPriceCountsTokensButNoMoney() throws Exception {
    var budgets = new ArrayList<>(budgets("agent:*", "1usd/day"));
    budgets.addAll(budgets("agent:*", "100 tokens/day"));
    ledger.settle(call(ALPHA, "r1", null, 10, 10, null), budgets);

    assertThat(used(budgets)).containsExactly(0L, 20L);
    assertThat(ledger.overview(budgets, today, Instant.EPOCH).unpricedCalls())
        .containsExactly(Map.entry("lab/model", 1L));
    assertThat(report()).singleElement().satisfies(row -> assertThat(row.costUsd()).isNull());
  }

  @Test
  void anAgentThatInventsModelNamesFillsNoDisk() throws Exception {
    for (int i = 0; i < 80; i++) {
      var call =
          new ModelCall(
              ALPHA,
              new MessageId("s" + i),
              null,
              null,
              "model-" + i,
              Spending.call(1, 1, 1L),
              today,
              Instant.EPOCH);
      ledger.report(call, List.of());
    }
    assertThat(report()).hasSize(51).extracting(UsageReport.Row::model).contains("other");
    assertThat(report().stream().mapToLong(UsageReport.Row::calls).sum()).isEqualTo(80);
  }

  // ---- tools

  private boolean isGranted(ModelCall call, List<Budget> budgets)
      throws IOException, InterruptedException {
    return ledger.reserve(call, budgets) instanceof Decision.Granted;
  }

  private void reserve(ModelCall call, List<Budget> budgets)
      throws IOException, InterruptedException {
    assertThat(isGranted(call, budgets)).isTrue();
  }

  private List<Long> used(List<Budget> budgets) throws IOException, InterruptedException {
    return ledger.overview(budgets, today, Instant.EPOCH).uses().stream()
        .map(BudgetUse::used)
        .toList();
  }

  private List<UsageReport.Row> report() throws IOException, InterruptedException {
    return ledger.usage(MONDAY, 0).rows();
  }

  private ModelCall call(String id, long in, long out) {
    return call(ALPHA, id, null, in, out, CENT);
  }

  private ModelCall call(
      Address agent, String id, @Nullable Address chat, long in, long out, @Nullable Long cost) {
    TraceId own = TraceId.startedBy(agent, new MessageId(id));
    return call(agent, id, chat, own, Spending.call(in, out, cost));
  }

  private ModelCall turnCall(Address agent, String id, @Nullable Address chat, long in, long out) {
    return call(agent, id, chat, TURN, Spending.call(in, out, CENT));
  }

  private ModelCall call(
      Address agent, String id, @Nullable Address chat, TraceId trace, Spending spending) {
    return new ModelCall(
        agent, new MessageId(id), chat, trace, "lab/model", spending, today, Instant.EPOCH);
  }

  private static List<Budget> budgets(String target, String limit) {
    return List.of(new Budget(Pattern.of(target), BudgetLimit.parse(limit)));
  }
}
