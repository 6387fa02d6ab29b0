package bub.protocol.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetRequestTest {
  @Test
  void everyRequestIsReadAsItWasWritten() {
    for (BudgetRequest request :
        List.of(
            new BudgetRequest.Reserve("openai/gpt-5", 1_200, 800),
            new BudgetRequest.Settle(new MessageId("m1"), "openai/gpt-5", 0, 7),
            new BudgetRequest.Query(),
            new BudgetRequest.Report(LocalDate.parse("2026-01-31"), 1_000))) {
      assertThat(BudgetRequest.read(request.toRaw())).isEqualTo(request);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\":\"m\",\"tokens_in\":-1,\"tokens_out\":0}",
        "{\"model\":\"m\",\"tokens_in\":1e3,\"tokens_out\":0}",
        "{\"model\":\"m\",\"tokens_in\":99999999999999999999,\"tokens_out\":0}",
        "{\"model\":\"m\",\"tokens_in\":5}",
        "{\"model\":\" \",\"tokens_in\":5,\"tokens_out\":5}",
        "{\"tokens_in\":5,\"tokens_out\":5}",
      })
  void impossibleFiguresAreRefused(String content) throws Exception {
    RawJson payload = RawJson.parse("{\"type\":\"budget_reserve\",\"content\":" + content + "}");

    assertThatThrownBy(() -> BudgetRequest.read(payload)).isInstanceOf(InvalidField.class);
  }

  @Test
  void answersAreReadAsTheyWereWritten() {
    var granted =
        new BudgetAnswer(
            BudgetAnswer.Result.GRANTED, new BigDecimal("0.0125"), List.of("80 % used"));
    assertThat(BudgetAnswer.read(granted.toRaw())).isEqualTo(granted);
    assertThat(BudgetAnswer.read(BudgetAnswer.refused().toRaw())).isEqualTo(BudgetAnswer.refused());
    assertThat(BudgetAnswer.read(RawJson.EMPTY_OBJECT)).isNull();

    var budget = new Budget(Pattern.of("agent:*"), BudgetLimit.parse("5usd/day"));
    var status =
        new BudgetStatus(
            List.of(
                new BudgetStatus.Row(
                    budget, "agent:x", 3, 4, Instant.parse("2026-01-02T00:00:00Z")),
                new BudgetStatus.Row(budget, null, 0, 0, null)),
            List.of("careful"));
    assertThat(BudgetStatus.read(status.toRaw())).isEqualTo(status);

    var report =
        new UsageReport(
            List.of(
                new UsageReport.Row(
                    "2026-01-01", "agent:x", "", "m", 1, 2, 3, new BigDecimal("0.5")),
                new UsageReport.Row("2026-01-01", "agent:x", "", "n", 1, 2, 3, null)),
            true);
    assertThat(UsageReport.read(report.toRaw())).isEqualTo(report);
  }
}
