package bub.json.record;

import static bub.json.record.Samples.refusal;
import static bub.json.record.Samples.spoiled;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.record.Samples.Decimal;
import bub.json.record.Samples.Whole;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileNumbersTest {
  private static final String WHOLE = "{'b':1,'s':1,'i':1,'l':1,'bb':1,'ss':1,'ii':1,'ll':1}";
  private static final String DECIMAL = "{'d':1,'f':1,'dd':1,'ff':1,'exact':1,'huge':1}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "b|128",
        "b|-129",
        "bb|1e3",
        "s|32768",
        "ss|-32769",
        "i|2147483648",
        "ii|-2147483649",
        "i|99999999999999999999",
        "l|9223372036854775808",
        "ll|-9223372036854775809",
        "l|1e19",
        "l|1e9999",
        "l|-1e9999",
        "i|1.5",
        "i|1e-1",
        "i|1e-9999",
        "i|'1'",
        "i|true",
        "i|null",
        "i|[1]",
        "i|{}"
      })
  void aWholeNumberThatDoesNotFitIsNamed(String name, String value) {
    assertThat(refusal(Whole.class, spoiled(WHOLE, name, value)).field()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "d|1e400",
        "dd|-1e400",
        "f|1e39",
        "ff|-3.5e38",
        "d|'1'",
        "d|null",
        "d|'NaN'",
        "exact|'1'",
        "exact|true",
        "huge|1.5",
        "huge|'1'",
        "huge|null"
      })
  void aNumberThatDoesNotFitIsNamed(String name, String value) {
    assertThat(refusal(Decimal.class, spoiled(DECIMAL, name, value)).field()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"d", "f", "exact", "huge"})
  void aNumberOfHostileLengthIsRefusedQuickly(String name) {
    String huge = spoiled(DECIMAL, name, "9".repeat(1_000_000));
    assertThat(refusal(Decimal.class, huge)).hasMessage(name + ": has more than 1000 digits");
    String whole = spoiled(WHOLE, "l", "9".repeat(1_000_000));
    assertThat(refusal(Whole.class, whole)).hasMessage("l: has more than 1000 digits");
  }
}
