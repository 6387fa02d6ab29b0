package bub.cli.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.files.InvalidSettings;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import bub.protocol.budget.UsageReport;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetsFileTest {
  @TempDir private Path directory;

  @Test
  void keepsTheOtherBudgetsAndTheTimeZone() throws Exception {
    Path path = directory.resolve("budgets.json");
    Files.writeString(
        path, "{\"timeZone\":\"UTC\",\"budgets\":[{\"for\":\"total\",\"limit\":\"1usd/day\"}]}");
    var file = BudgetsFile.in(directory);
    var budget = new Budget(Pattern.of("agent:*"), BudgetLimit.parse("2usd/day"));

    assertThat(file.update(rules -> rules.with(budget))).isTrue();
    assertThat(file.update(rules -> rules.with(budget))).isFalse();

    assertThat(file.read().zone()).hasToString("UTC");
    assertThat(file.read().budgets()).hasSize(2).contains(budget);
  }

  @Test
  void aFileWithAnErrorStaysAsItIs() throws Exception {
    Path path = directory.resolve("budgets.json");
    Files.writeString(path, "{\n  \"budgets\": 7\n}");

    assertThatThrownBy(
            () -> BudgetsFile.in(directory).update(rules -> rules.without(Budget.TOTAL, null)))
        .isInstanceOf(InvalidSettings.class)
        .hasMessage(path + ", line 2, column 14: budgets: must be an array");
    assertThat(path).hasContent("{\n  \"budgets\": 7\n}");
  }

  @Test
  void aLineOfTheReportIsSafeForSpreadsheets() {
    var row =
        new UsageReport.Row(
            "2026-01-01", "agent:x", "", "=cmd(\"a\",1)", 1, 2, 3, new BigDecimal("0.500000000"));

    assertThat(BudgetReportCommand.line(row))
        .isEqualTo("2026-01-01,agent:x,,\"'=cmd(\"\"a\"\",1)\",1,2,3,0.5");
    assertThat(
            BudgetReportCommand.line(
                new UsageReport.Row("2026-01-01", "agent:x", "tg:-5", "m", 1, 2, 3, null)))
        .isEqualTo("2026-01-01,agent:x,tg:-5,m,1,2,3,");
  }
}
