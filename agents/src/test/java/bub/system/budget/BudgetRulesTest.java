package bub.system.budget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.PositionedJson.Misplaced;
import bub.protocol.Pattern;
import bub.protocol.budget.Budget;
import bub.protocol.budget.BudgetLimit;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetRulesTest {
  private static final Budget MONEY = budget("agent:*", "5usd/day");
  private static final Budget TOKENS = budget("agent:*", "200k tokens/turn");

  @Test
  void theFileIsReadAsItWasWritten() throws Misplaced {
    var rules = new BudgetRules(ZoneId.of("Europe/Berlin"), List.of(MONEY, TOKENS));

    assertThat(parse(rules.text())).isEqualTo(rules);
    assertThat(parse(BudgetRules.NONE.text())).isEqualTo(BudgetRules.NONE);
    assertThat(rules.text()).contains("\n    {\"for\":\"agent:*\",\"limit\":\"5usd/day\"},\n");
  }

  @Test
  void aNewLimitReplacesTheOneOfTheSameKind() {
    BudgetRules rules =
        BudgetRules.NONE.with(MONEY).with(TOKENS).with(budget("agent:*", "7usd/day"));

    assertThat(rules.budgets()).containsExactly(TOKENS, budget("agent:*", "7usd/day"));
  }

  @Test
  void oneOrAllLimitsOfATargetAreRemoved() {
    BudgetRules rules = BudgetRules.NONE.with(MONEY).with(TOKENS).with(budget("total", "1usd/day"));

    assertThat(rules.without(MONEY.target(), MONEY.limit()).budgets()).hasSize(2).contains(TOKENS);
    assertThat(rules.without(MONEY.target(), null).budgets())
        .containsExactly(budget("total", "1usd/day"));
    assertThat(rules.without(Pattern.of("agent:x"), null)).isEqualTo(rules);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'budgets':[{'for':'agent:*','limit':'5eur/day'}]}   | line 1, column 38: limit:"
            + " '5eur/day' is not",
        "{'budgets':[{'for':'agent *','limit':'5usd/day'}]}   | line 1, column 20: for: ",
        "{'budgets':[{'for':'agent:*'}]}                      | line 1, column 13: limit: is"
            + " missing",
        "{'budgets':[{'for':'a','limit':'5usd/day','x':1}]}   | line 1, column 47: x: unknown"
            + " field",
        "{'budgets':[7]}                                      | line 1, column 13: must be an"
            + " object",
        "{'budgets':{}}                                       | line 1, column 12: budgets: must be"
            + " an array",
        "{'timeZone':'Mars/Olympus','budgets':[]}             | line 1, column 13: timeZone: must"
            + " be a time zone",
        "{'version':2,'budgets':[]}                           | line 1, column 12: version: must be"
            + " 1",
        "{'budgets':[],}                                      | line 1, column 15: ",
        "{}                                                   | line 1, column 1: budgets: is"
            + " missing",
      })
  void anErrorNamesItsLineAndColumn(String file, String problem) {
    assertThatThrownBy(() -> parse(file.strip().replace('\'', '"')))
        .isInstanceOf(Misplaced.class)
        .hasMessageStartingWith(problem);
  }

  @Test
  void anErrorFurtherDownNamesItsLine() {
    String file = new BudgetRules(null, List.of(MONEY, TOKENS)).text().replace("200k", "many");

    assertThatThrownBy(() -> parse(file)).hasMessageStartingWith("line 5, column 30: limit: ");
  }

  private static Budget budget(String target, String limit) {
    return new Budget(Pattern.of(target), BudgetLimit.parse(limit));
  }

  private static BudgetRules parse(String file) throws Misplaced {
    return BudgetRules.parse(file.getBytes(UTF_8));
  }
}
