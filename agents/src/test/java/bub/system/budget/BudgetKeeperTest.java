package bub.system.budget;

import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.LeapingTime;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.budget.BudgetAnswer;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.BudgetStatus;
import bub.protocol.budget.UsageReport;
import bub.protocol.trace.Causality;
import bub.protocol.trace.GuardReasons;
import bub.protocol.trace.Step;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetKeeperTest {
  private static final Address AGENT = new Address("agent:worker-1");
  private static final Address FOREIGN = new Address("agent:foreign");
  private static final Address CHAT = new Address("chat:1");
  private static final Envelope QUESTION =
      new Envelope(CHAT, AGENT, new MessageId("q1"), RawJson.EMPTY_OBJECT);

  @TempDir private Path directory;
  private final LeapingTime time = new LeapingTime();
  private BudgetKeeper keeper;
  private int ids;

  @BeforeEach
  void open() throws IOException {
    keeper = BudgetKeeper.open(directory, time, agent -> agent.equals(AGENT) ? CHAT : null);
  }

  @AfterEach
  void close() throws IOException {
    keeper.close();
  }

  @Test
  void withoutBudgetsEveryCallIsGrantedAndBooked() throws Exception {
    budgets("{'timeZone':'UTC','budgets':[]}");
    Ack granted = reserve("r1", 1_000_000, 1_000_000);

    assertThat(granted.success()).isTrue();
    assertThat(answer(granted).costUsd()).isEqualByComparingTo("11.25");
    assertThat(answer(settle("r1", 100_000, 0)).costUsd()).isEqualByComparingTo("0.125");
    assertThat(report())
        .containsExactly(
            new UsageReport.Row(
                "2026-01-01",
                "agent:worker-1",
                "chat:1",
                "openai/gpt-5",
                1,
                100_000,
                0,
                new BigDecimal("0.125")));
  }

  @Test
  void aRefusalTellsThePersonWhatHappenedAndTheOperatorWhatToDo() throws Exception {
    budgets("{'timeZone':'UTC','budgets':[{'for':'agent:*','limit':'5usd/day'}]}");
    settle("r1", 4_000_000, 0);

    Ack refused = reserve("r2", 100, 100);

    assertThat(refused.success()).isFalse();
    assertThat(refused.shouldRetry()).isFalse();
    assertThat(refused.payload().fields().string("reason"))
        .isEqualTo(GuardReasons.BUDGET_EXHAUSTED);
    assertThat(refused.message())
        .isEqualTo(
            "The budget of 5 USD per day for agent:worker-1 is used up. It resets at 00:00 (UTC)."
                + " An operator can raise it with: bub budget set 'agent:*' '10usd/day'");
    time.advance(Duration.ofDays(1));
    assertThat(reserve("r3", 100, 100).success()).isTrue();
  }

  @Test
  void aCallThatIsTooLargeForTheRestOfATurnSaysSo() throws Exception {
    budgets("{'budgets':[{'for':'total','limit':'2k tokens/turn'}]}");
    reserve("r1", 1_000, 500);

    assertThat(reserve("r2", 400, 200).message())
        .startsWith(
            "The budget of 2,000 tokens per turn for every turn has 500 tokens left, and the next"
                + " model call needs about 600 tokens. Your next message starts a new turn.");
  }

  @Test
  void aChangedFileTakesEffectAtOnceAndAnErrorKeepsTheLastGoodOne() throws Exception {
    budgets("{'budgets':[{'for':'agent:*','limit':'1 calls/day'}]}");
    assertThat(reserve("r1", 1, 1).success()).isTrue();
    assertThat(reserve("r2", 1, 1).success()).isFalse();
    budgets("{'budgets':[{'for':'agent:*','limit':'2 calls/day'}]}");
    assertThat(reserve("r3", 1, 1).success()).isTrue();

    budgets("{'budgets':[{'for':'agent:*','limit':'3 days/day'}]}");

    assertThat(reserve("r4", 1, 1).success()).isFalse();
    assertThat(status().warnings())
        .singleElement()
        .asString()
        .contains("budgets.json, line 1, column 38: limit: '3 days/day' is not a limit");
    Files.delete(directory.resolve("budgets.json"));
    assertThat(reserve("r5", 1, 1).success()).isTrue();
  }

  @Test
  void withoutEverAGoodFileNothingIsGranted() throws Exception {
    budgets("{'budgets':");

    Ack refused = reserve("r1", 1, 1);

    assertThat(answer(refused)).isEqualTo(BudgetAnswer.refused());
    assertThat(refused.message())
        .startsWith("No model call is allowed, because the budgets cannot be read: ")
        .contains("budgets.json, line 1, column 12: ");
  }

  @Test
  void aPriceFileIsUsedUntilItHasAnError() throws Exception {
    Path prices = directory.resolve("prices.json");
    Files.writeString(prices, "{\"models\":{\"openai/gpt-5\":{\"in\":2,\"out\":2}}}");
    assertThat(answer(reserve("r1", 1_000_000, 0)).costUsd()).isEqualByComparingTo("2");

    Files.writeString(prices, "{\"models\":{\n\"openai/gpt-5\":{\"in\":\"two\",\"out\":2}}}");

    assertThat(answer(reserve("r2", 1_000_000, 0)).costUsd()).isEqualByComparingTo("2");
    assertThat(status().warnings())
        .singleElement()
        .asString()
        .contains("prices.json, line 2, column 22: in: must be a number");
  }

  @Test
  void theStatusShowsUsedAndReservedAmountsAndBudgetsWithoutEffect() throws Exception {
    budgets(
        "{'timeZone':'UTC','budgets':[{'for':'agent:*','limit':'1m tokens/day'},"
            + "{'for':'agent:worker-1','limit':'2m tokens/day'},"
            + "{'for':'total','limit':'100k tokens/turn'}]}");
    settle("r1", 100, 50);
    reserve("r2", 30, 20);

    BudgetStatus status = status();

    assertThat(status.budgets()).hasSize(3);
    BudgetStatus.Row first = status.budgets().getFirst();
    assertThat(first.subject()).isEqualTo("agent:worker-1");
    assertThat(first.used()).isEqualTo(150);
    assertThat(first.reserved()).isEqualTo(50);
    assertThat(first.resetsAt()).hasToString("2026-01-02T00:00:00Z");
    assertThat(status.budgets().getLast().used()).isEqualTo(150);
    assertThat(status.warnings())
        .containsExactly(
            "2m tokens/day for agent:worker-1 has no effect, because 1m tokens/day for agent:* is"
                + " stricter.");
    time.advance(Duration.ofMinutes(11));
    assertThat(status().budgets().getFirst().used()).isEqualTo(200);
    assertThat(status().budgets().getFirst().reserved()).isZero();
  }

  @Test
  void theChatGetsOneNoticeAtEightyPercent() throws Exception {
    budgets("{'budgets':[{'for':'chat:*','limit':'1000 tokens/day'}]}");

    assertThat(answer(settle("r1", 700, 0)).notices()).isEmpty();
    assertThat(answer(settle("r2", 150, 0)).notices())
        .containsExactly(
            "Notice: the budget of 1,000 tokens per day for chat:1 is 85 % used, with 150 tokens"
                + " left.");
    assertThat(answer(settle("r3", 50, 0)).notices()).isEmpty();
  }

  @Test
  void aForeignAgentIsChargedForItsStepsOnceEach() throws Exception {
    budgets("{'budgets':[{'for':'agent:*','limit':'1000 tokens/day'}]}");
    step("s1", "{\"tokens_in\":400,\"tokens_out\":100}");
    step("s1", "{\"tokens_in\":400,\"tokens_out\":100}");

    assertThat(status().budgets())
        .singleElement()
        .satisfies(row -> assertThat(row.used()).isEqualTo(500))
        .satisfies(row -> assertThat(row.subject()).isEqualTo("agent:foreign"));
  }

  @Test
  void theStepOfAnInterruptedCallDoesNotReplaceItsSettlement() throws Exception {
    budgets("{'budgets':[{'for':'agent:*','limit':'10k tokens/day'}]}");
    reserve("r1", 2_000, 500);

    step(AGENT, "s1", "{\"tokens_in\":0,\"tokens_out\":0,\"error\":\"interrupted\"}");

    assertThat(status().budgets().getFirst().used() + status().budgets().getFirst().reserved())
        .isEqualTo(2_500);
    settle("r1", 1_000, 10);
    assertThat(status().budgets().getFirst().used()).isEqualTo(1_010);
    assertThat(status().budgets().getFirst().reserved()).isZero();
  }

  @Test
  void impossibleStepsAreIgnoredAndCounted() throws Exception {
    for (String figures :
        List.of(
            "{\"tokens_in\":-5}",
            "{\"tokens_in\":999999999999}",
            "{\"tokens_in\":500000000}",
            "{\"tokens_out\":\"many\"}",
            "{\"cost_usd\":-1}",
            "{\"cost_usd\":999999}")) {
      assertThat(step("s" + ids++, figures).success()).as(figures).isFalse();
    }
    assertThat(step("s" + ids++, "{}").success()).isTrue();

    assertThat(report())
        .singleElement()
        .satisfies(row -> assertThat(row.calls()).isEqualTo(1))
        .satisfies(row -> assertThat(row.tokensIn()).isZero());
    assertThat(status().warnings()).anyMatch(text -> text.contains("Ignored 6 step events"));
  }

  @Test
  void aModelWithoutAPriceIsMentioned() throws Exception {
    budgets("{'budgets':[{'for':'agent:*','limit':'1usd/day'}]}");
    step("s1", "{\"tokens_in\":400}");
    step("s2", "{\"tokens_in\":400,\"cost_usd\":0.5}");

    assertThat(status().budgets().getFirst().used()).isEqualTo(500_000_000);
    assertThat(status().warnings())
        .containsExactly(
            "The model lab/x has no price, so budgets in USD do not count its 1 call today. Add"
                + " it to prices.json.");
  }

  @Test
  void otherMessagesAreRefused() throws Exception {
    Ack ack = keeper.answer(envelope(AGENT, "x", out -> out.beginObject().endObject()));

    assertThat(ack.success()).isFalse();
    assertThat(BudgetAnswer.read(ack.payload())).isNull();
  }

  // ---- tools

  private void budgets(String file) throws IOException {
    Path draft = directory.resolve("draft");
    Files.writeString(draft, file.replace('\'', '"'));
    Files.move(draft, directory.resolve("budgets.json"), StandardCopyOption.REPLACE_EXISTING);
  }

  private Ack reserve(String id, long in, long out) throws InterruptedException {
    return keeper.answer(envelope(AGENT, id, new BudgetRequest.Reserve("openai/gpt-5", in, out)));
  }

  private Ack settle(String id, long in, long out) throws InterruptedException {
    var request = new BudgetRequest.Settle(new MessageId(id), "openai/gpt-5", in, out);
    return keeper.answer(envelope(AGENT, "settle-" + id, request));
  }

  private Ack step(String id, String figures) throws Exception {
    return step(FOREIGN, id, figures);
  }

  private Ack step(Address from, String id, String figures) throws Exception {
    String data =
        "{\"message_id\":\"q1\",\"step\":1,\"kind\":\"model\",\"name\":\"lab/x\",\"ms\":5"
            + (figures.equals("{}") ? "}" : "," + figures.substring(1));
    RawJson payload =
        RawJson.parse(
            "{\"type\":\"agent_event\",\"content\":{\"event\":\"step\",\"data\":" + data + "}}");
    return keeper.note(
        new Envelope(
            from, Step.ADDRESS, new MessageId(id), Causality.resultOf(QUESTION).addTo(payload)));
  }

  private static Envelope envelope(Address from, String id, JsonValue payload) {
    return new Envelope(
        from,
        BudgetRequest.ADDRESS,
        new MessageId(id),
        Causality.resultOf(QUESTION).addTo(payload.toRaw()));
  }

  private static BudgetAnswer answer(Ack ack) {
    return Objects.requireNonNull(BudgetAnswer.read(ack.payload()), ack.toString());
  }

  private BudgetStatus status() throws InterruptedException {
    Ack ack = keeper.answer(envelope(new Address("cli:1"), "q", new BudgetRequest.Query()));
    return BudgetStatus.read(ack.payload());
  }

  private List<UsageReport.Row> report() throws InterruptedException {
    var request = new BudgetRequest.Report(LocalDate.parse("2020-01-01"), 0);
    Ack ack = keeper.answer(envelope(new Address("cli:1"), "q", request));
    return UsageReport.read(ack.payload()).rows();
  }
}
