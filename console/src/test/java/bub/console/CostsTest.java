package bub.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.BudgetRequest;
import bub.protocol.budget.BudgetStatus;
import bub.protocol.budget.UsageReport;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs in the API, from a ledger on the bus. */
class CostsTest {
  @TempDir Path directory;
  private final List<Long> skips = new CopyOnWriteArrayList<>();
  private Scene scene;

  /** Rows of the ledger, by the first day that it is asked for. */
  private volatile Function<LocalDate, List<UsageReport.Row>> usage = _ -> List.of();

  private volatile BudgetStatus status = new BudgetStatus(List.of(), List.of());

  @BeforeEach
  void open() throws Exception {
    scene = new Scene(directory).connected();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void startLedger() throws Exception {
    scene.peer("agent:system", this::answer).subscribe(BudgetRequest.ADDRESS.value());
  }

  private Ack answer(Envelope envelope) {
    return switch (BudgetRequest.read(envelope.payload())) {
      case BudgetRequest.Query _ -> Ack.ok("budgets", status);
      case BudgetRequest.Report(LocalDate since, long skip) -> Ack.ok("usage", page(since, skip));
      case null, default -> Ack.failed("unexpected");
    };
  }

  private UsageReport page(LocalDate since, long skip) {
    skips.add(skip);
    List<UsageReport.Row> rows = usage.apply(since);
    int end = (int) Math.min(rows.size(), skip + UsageReport.PAGE);
    return new UsageReport(rows.subList((int) skip, end), end < rows.size());
  }

  private static UsageReport.Row row(
      LocalDate day, String agent, String chat, long calls, @Nullable String cost) {
    BigDecimal usd = cost == null ? null : new BigDecimal(cost);
    return new UsageReport.Row(
        day.toString(), agent, chat, "openai/gpt-test", calls, calls * 100, calls * 10, usd);
  }

  private static BudgetStatus.Row budget(
      String target, String limit, @Nullable String subject, long used, long reserved) {
    var budget = new Budget(Pattern.of(target), BudgetLimit.parse(limit));
    return new BudgetStatus.Row(
        budget, subject, used, reserved, Instant.parse("2026-02-18T00:00:00Z"));
  }

  private Fields costs(String query) throws Exception {
    Web.Reply reply = scene.web.get("/api/costs" + query);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.fields();
  }

  private static List<String> lines(RawJson rows) throws Exception {
    var lines = new ArrayList<String>();
    for (RawJson row : rows.elements()) {
      Fields use = row.fields();
      RawJson cost = use.find("costUsd");
      lines.add(
          "%s %s %d %d/%d %d"
              .formatted(
                  use.string("name"),
                  String.valueOf(cost),
                  use.integer("calls", -1),
                  use.integer("tokensIn", -1),
                  use.integer("tokensOut", -1),
                  use.integer("unpricedCalls", -1)));
    }
    return lines;
  }

  private static List<String> table(Fields answer, String name) throws Exception {
    return lines(answer.object(name).fields().require("rows"));
  }

  @Test
  void addsUpPerAgentChatAndDay() throws Exception {
    usage =
        since ->
            List.of(
                row(since, "agent:a", "tg:1", 2, "0.25"),
                row(since.plusDays(1), "agent:a", "tg:1", 1, "0.5"),
                row(since.plusDays(1), "agent:b", "", 4, null),
                row(since.plusDays(1), "agent:b", "tg:2", 1, "1.5"));
    startLedger();

    Fields answer = costs("");

    assertThat(answer.bool("ledger")).isTrue();
    assertThat(answer.bool("complete")).isTrue();
    LocalDate since = LocalDate.parse(answer.string("since"));
    assertThat(table(answer, "agents"))
        .containsExactly("agent:b 1.5 5 500/50 4", "agent:a 0.75 3 300/30 0");
    assertThat(table(answer, "chats"))
        .containsExactly("tg:2 1.5 1 100/10 0", "tg:1 0.75 3 300/30 0", " null 4 400/40 4");
    assertThat(lines(answer.require("days")))
        .hasSize(7)
        .startsWith(
            since + " 0.25 2 200/20 0",
            since.plusDays(1) + " 2.0 6 600/60 4",
            since.plusDays(2) + " null 0 0/0 0");
    assertThat(answer.string("until")).isEqualTo(since.plusDays(6).toString());
    assertThat(answer.object("total").toString()).contains("\"costUsd\":2.25", "\"calls\":8");
  }

  @Test
  void showsTheMostUsedBudgetFirst() throws Exception {
    status =
        new BudgetStatus(
            List.of(
                budget("tg:*", "200k tokens/day", null, 0, 0),
                budget("agent:*", "5usd/day", "agent:a", 4_000_000_000L, 500_000_000L)),
            List.of("the file has an error"));
    startLedger();

    Fields budgets = costs("").object("budgets").fields();

    assertThat(budgets.require("rows").elements().getFirst().toString())
        .contains(
            "\"target\":\"agent:*\"",
            "\"limit\":\"5usd/day\"",
            "\"subject\":\"agent:a\"",
            "\"unit\":\"usd\"",
            "\"period\":\"day\"",
            "\"percent\":90");
    Fields second = budgets.require("rows").elements().get(1).fields();
    assertThat(second.find("subject")).isNull();
    assertThat(second.integer("amount", 0)).isEqualTo(200_000);
    assertThat(budgets.require("warnings").toString()).contains("the file has an error");
  }

  @Test
  void readsAllPagesAndListsOnlySomeAgents() throws Exception {
    usage =
        since ->
            IntStream.range(0, 2_500)
                .mapToObj(n -> row(since, "agent:" + n, "tg:1", 1, "0.001"))
                .toList();
    startLedger();

    Fields answer = costs("?days=30");

    assertThat(skips).containsExactly(0L, 1_000L, 2_000L);
    assertThat(answer.object("total").fields().integer("calls", 0)).isEqualTo(2_500);
    Fields agents = answer.object("agents").fields();
    assertThat(agents.require("rows").elements()).hasSize(100);
    assertThat(agents.integer("more", 0)).isEqualTo(2_400);
    assertThat(answer.require("days").elements()).hasSize(30);
  }

  @Test
  void saysWhereTheFiguresEndWhenThereAreTooMany() throws Exception {
    usage =
        since ->
            Stream.concat(
                    IntStream.range(0, 40_000).mapToObj(_ -> row(since, "a", "", 1, null)),
                    IntStream.range(0, 20_000)
                        .mapToObj(_ -> row(since.plusDays(1), "a", "", 1, null)))
                .toList();
    startLedger();

    Fields answer = costs("");

    assertThat(answer.bool("complete")).isFalse();
    assertThat(skips).hasSize(50);
    assertThat(answer.require("days").elements()).hasSize(2);
    assertThat(answer.string("until"))
        .isEqualTo(LocalDate.parse(answer.string("since")).plusDays(1).toString());
  }

  @Test
  void aDayToComeIsTheLastOne() throws Exception {
    usage = since -> List.of(row(since.plusDays(300), "agent:a", "", 3, "1"));
    startLedger();

    Fields answer = costs("?days=2");

    assertThat(lines(answer.require("days")))
        .hasSize(3)
        .last()
        .asString()
        .contains(" 1 3 300/30 0");
  }

  @Test
  void withoutALedgerThereAreNoCosts() throws Exception {
    Fields answer = costs("");
    assertThat(answer.bool("ledger")).isFalse();
    assertThat(table(answer, "agents")).isEmpty();

    scene.peer("agent:other").subscribe(BudgetRequest.ADDRESS.value());
    assertThat(costs("").bool("ledger")).as("somebody else listens").isFalse();
  }

  @Test
  void aLedgerThatCannotAnswerSaysWhy() throws Exception {
    scene
        .peer("agent:system", _ -> Ack.retryIn(2, "the disk is full"))
        .subscribe(BudgetRequest.ADDRESS.value());

    Web.Reply reply = scene.web.get("/api/costs");

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.body()).contains("the disk is full");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "91", "many"})
  void refusesAnOddPeriod(String days) throws Exception {
    assertThat(scene.web.get("/api/costs?days=" + days).errorCode()).isEqualTo("invalid");
  }

  @Test
  void theQuestionsToTheLedgerAreBackground() throws Exception {
    startLedger();
    costs("");

    await()
        .untilAsserted(
            () ->
                assertThat(scene.web.get("/api/messages?type=budget_report").body())
                    .contains("\"background\":true"));
  }
}
