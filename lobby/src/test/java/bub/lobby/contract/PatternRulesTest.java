package bub.lobby.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Regular expressions that consume input in every step of a match. */
class PatternRulesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "^$",
        "^[a-z0-9_-]{3,16}$",
        "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
        "^(?:https?://)?(?:[\\w-]+\\.)+[a-z]{2,}(?:/[^\\s]*)?$",
        "^\\d{4}-(?:0[1-9]|1[0-2])-\\d{2}(?:T\\d{2}:\\d{2}(?:Z|[+-]\\d{2}:\\d{2}))?$",
        "^(?=.*[A-Z])(?=.*\\d)(?!.*\\s).{8,}$",
        "^(?<year>\\d+)-\\k<year>$",
        "(a|b|)c",
        "(a+)+$",
        "(a|a)*b",
        "[[a-z]&&[^aeiou]]+",
        "\\x41*\\u0042?\\p{L}{2}\\pL?",
        "\\(\\[\\{\\*",
        "[(|*+?{]",
        "😀+",
      })
  void acceptsTheUsual(String pattern) throws Exception {
    assertThat(PatternRules.countEmptyParts(pattern)).isNotNegative();
    assertThat(MeteredPattern.problemWith(pattern)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          (a*)* => repeats something that may be empty
          (a?|b)+ => repeats something that may be empty
          (?:){2000000000} => repeats something that may be empty
          ((|a)){9} => repeats something that may be empty
          (?=a)* => repeats something that may be empty
          ^* => repeats something that may be empty
          \\b{9} => repeats something that may be empty
          (a)\\1+ => repeats something that may be empty
          (\\x41*)* => repeats something that may be empty
          (\\pL*)* => repeats something that may be empty
          (😀*)* => repeats something that may be empty
          (|) => has a group with two alternatives that may both be empty
          a*|b* => has a group with two alternatives that may both be empty
          (a|b?|c|$) => has a group with two alternatives that may both be empty
          (?:|{0,2}) => has a quantifier with nothing before it
          +a => has a quantifier with nothing before it
          a{2}{3} => has two quantifiers in a row
          (?i)a => has a group that starts with ? but not with ?: ?= ?! ?<= ?<! or ?<
          (?>a) => has a group that starts with ? but not with ?: ?= ?! ?<= ?<! or ?<
          \\Q(|)\\E => has \\Q or \\E, which are not supported
          []a] => has an empty character class
          [^] => has an empty character class
          [a => has an unmatched [
          (a => has an unmatched (
          a) => has an unmatched )
          \\ => ends with a backslash
          """)
  void refusesWhatMightGoOnWithoutReading(String pattern, String problem) {
    assertThatThrownBy(() -> PatternRules.countEmptyParts(pattern)).hasMessage(problem);
  }

  @Test
  void refusesALongPattern() {
    assertThat(MeteredPattern.problemWith("a".repeat(1_024))).isNull();
    assertThat(MeteredPattern.problemWith("a".repeat(1_025)))
        .isEqualTo("has more than 1024 characters");
  }

  @Test
  void countsTheStepsBetweenTwoCharacters() throws Exception {
    assertThat(PatternRules.countEmptyParts("abc")).isZero();
    assertThat(PatternRules.countEmptyParts("^a?(b*)c$")).isEqualTo(5);
  }
}
