package bub.protocol.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.protocol.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetLimitTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5usd/day          | 5usd/day          | 5 USD per day",
        "0.25 USD / turn   | 0.25usd/turn      | 0.25 USD per turn",
        "200k tokens/turn  | 200k tokens/turn  | 200,000 tokens per turn",
        "1.5m token/day    | 1500k tokens/day  | 1,500,000 tokens per day",
        "2000000tokens/day | 2m tokens/day     | 2,000,000 tokens per day",
        "999 tokens/day    | 999 tokens/day    | 999 tokens per day",
        "1 call/turn       | 1 calls/turn      | 1 call per turn",
        "100 calls/day     | 100 calls/day     | 100 calls per day",
        "0 calls/day       | 0 calls/day       | 0 calls per day",
      })
  void isReadAsPeopleWriteIt(String text, String canonical, String words) {
    BudgetLimit limit = BudgetLimit.parse(text);

    assertThat(limit).hasToString(canonical);
    assertThat(limit.words()).isEqualTo(words);
    assertThat(BudgetLimit.parse(limit.toString())).isEqualTo(limit);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "5usd",
        "usd/day",
        "-5usd/day",
        "5eur/day",
        "5usd/month",
        "1.5 calls/day",
        "5 usd per day",
        "99999999999 calls/day",
        "5usd/day extra",
        "NaN usd/day",
        "1e9usd/day"
      })
  void anythingElseIsRefusedWithTheText(String text) {
    assertThatThrownBy(() -> BudgetLimit.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is ");
  }

  @ParameterizedTest
  @CsvSource({
    "agent:*, 5usd/day, agent:x, 10usd/day, true",
    "agent:*, 5usd/day, agent:*, 10usd/day, true",
    "total, 5usd/day, agent:*, 10usd/day, true",
    "agent:*, 5usd/day, total, 10usd/day, false",
    "agent:*, 10usd/day, agent:x, 5usd/day, false",
    "agent:*, 5usd/day, agent:x, 10usd/turn, false",
    "agent:*, 5 calls/day, agent:x, 10usd/day, false",
    "agent:x, 5usd/day, agent:*, 10usd/day, false",
    "agent:*, 5usd/day, agent:*, 5usd/day, false",
  })
  void aStricterBudgetThatCoversAnotherIsFound(
      String target, String limit, String otherTarget, String otherLimit, boolean isStricter) {
    var one = new Budget(Pattern.of(target), BudgetLimit.parse(limit));
    var other = new Budget(Pattern.of(otherTarget), BudgetLimit.parse(otherLimit));

    assertThat(one.isStricterThan(other)).isEqualTo(isStricter);
  }
}
