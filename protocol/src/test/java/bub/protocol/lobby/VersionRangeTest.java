package bub.protocol.lobby;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionRangeTest {

  private static VersionRange range(String text) {
    return Objects.requireNonNull(VersionRange.parse(text), text);
  }

  /** Of each range, versions that are just inside and versions that are just outside. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*               | 0.0.0 1.2.3 2.0.0-beta 999999999.0.0 |",
        "2               | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "2.x             | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "2.x.x           | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "2.*             | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "2.1             | 2.1.0 2.1.9                          | 2.0.9 2.2.0",
        "2.1.x           | 2.1.0 2.1.9                          | 2.0.9 2.2.0",
        "2.1.X           | 2.1.0 2.1.9                          | 2.0.9 2.2.0",
        "v2.1            | 2.1.0 2.1.9                          | 2.0.9 2.2.0",
        "=2.1            | 2.1.0 2.1.9                          | 2.0.9 2.2.0",
        "2.1.3           | 2.1.3                                | 2.1.2 2.1.4",
        "=2.1.3          | 2.1.3                                | 2.1.2 2.1.4",
        "0               | 0.0.0 0.9.9                          | 1.0.0",
        "^2              | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "^2.1            | 2.1.0 2.9.9                          | 2.0.9 3.0.0",
        "^2.1.3          | 2.1.3 2.1.4 2.9.9                    | 2.1.2 3.0.0",
        "^0.2.3          | 0.2.3 0.2.9                          | 0.2.2 0.3.0 1.0.0",
        "^0.0.3          | 0.0.3                                | 0.0.2 0.0.4 0.1.0",
        "^0.0            | 0.0.0 0.0.9                          | 0.1.0",
        "^0.2            | 0.2.0 0.2.9                          | 0.1.9 0.3.0",
        "^0              | 0.0.0 0.9.9                          | 1.0.0",
        "^0.x            | 0.0.0 0.9.9                          | 1.0.0",
        "~1              | 1.0.0 1.9.9                          | 0.9.9 2.0.0",
        "~1.2            | 1.2.0 1.2.9                          | 1.1.9 1.3.0",
        "~1.2.3          | 1.2.3 1.2.9                          | 1.2.2 1.3.0",
        "~0.2.3          | 0.2.3 0.2.9                          | 0.2.2 0.3.0",
        ">=1.2           | 1.2.0 9.0.0                          | 1.1.9",
        ">=1.2.3         | 1.2.3 9.0.0                          | 1.2.2",
        ">2              | 3.0.0 9.0.0                          | 2.0.0 2.9.9",
        ">2.1            | 2.2.0 9.0.0                          | 2.1.0 2.1.9",
        ">2.1.3          | 2.1.4 9.0.0                          | 2.1.3",
        "<3              | 0.0.0 2.9.9                          | 3.0.0",
        "<3.1.2          | 3.1.1                                | 3.1.2",
        "<=3             | 3.0.0 3.9.9                          | 4.0.0",
        "<=3.1           | 3.1.9                                | 3.2.0",
        "<=3.1.2         | 3.1.2                                | 3.1.3",
        ">=1.2 <3        | 1.2.0 2.9.9                          | 1.1.9 3.0.0",
        ">1 <=2          | 2.0.0 2.9.9                          | 1.9.9 3.0.0",
        "^1 ^2           |                                      | 1.0.0 2.0.0",
        "999999999       | 999999999.0.0                        | 999999998.9.9"
      })
  void takesItsVersionsAndNoOthers(String text, @Nullable String inside, @Nullable String outside) {
    check(text, inside, true);
    check(text, outside, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2                      |                                   | 2.0.0-beta 2.1.0-a 3.0.0-0",
        "^2.0.0-beta.2          | 2.0.0-beta.2 2.0.0-rc 2.0.0 2.9.0 | 2.0.0-beta.1 2.1.0-a 3.0.0-0",
        "~1.2.3-b               | 1.2.3-b 1.2.3-c 1.2.9             | 1.2.3-a 1.2.4-b 1.3.0-0",
        "1.2.3-b                | 1.2.3-b                           | 1.2.3-a 1.2.3 1.2.3-b.0",
        "=1.2.3-b               | 1.2.3-b                           | 1.2.3-c",
        ">1.2.3-b               | 1.2.3-c 1.2.3 2.0.0               | 1.2.3-b 1.2.4-a",
        ">=1.2.3-b              | 1.2.3-b 1.2.3                     | 1.2.3-a",
        "<1.2.3-b               | 1.2.3-a 1.2.2                     | 1.2.3-b 1.2.2-a 1.2.3",
        "<=1.2.3-b              | 1.2.3-b                           | 1.2.3-c 1.2.3",
        ">=3.0.0-alpha <3.0.0   | 3.0.0-beta                        | 3.0.0",
        ">=3.0.0-alpha <3       |                                   | 3.0.0-beta 3.0.0 2.0.0",
        ">=3.0.0-alpha <=2      |                                   | 3.0.0-beta 2.0.0"
      })
  void takesAPreReleaseOnlyWhenItIsMeant(
      String text, @Nullable String inside, @Nullable String outside) {
    check(text, inside, true);
    check(text, outside, false);
  }

  private static void check(String range, @Nullable String versions, boolean expected) {
    if (versions == null) {
      return;
    }
    for (String version : versions.split(" ", -1)) {
      assertThat(range(range).contains(Version.parse(version)))
          .as("%s contains %s", range, version)
          .isEqualTo(expected);
    }
  }

  @Test
  void onlyTheStarTakesWhatHasNoVersion() {
    assertThat(VersionRange.ANY.contains(null)).isTrue();
    assertThat(range(" * ")).isSameAs(VersionRange.ANY);
    assertThat(range("0").contains(null)).isFalse();
    assertThat(range(">=0").contains(null)).isFalse();
  }

  @Test
  void areEqualWhenTheyAreWrittenAlike() {
    assertThat(range("  >=1.2 \t <3 "))
        .isEqualTo(range(">=1.2 <3"))
        .hasSameHashCodeAs(range(">=1.2 <3"))
        .hasToString(">=1.2 <3");
    assertThat(range("^2")).isNotEqualTo(range("^2.0")).isNotEqualTo("^2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "latest",
        "x",
        "**",
        "^",
        ">=",
        ">= 1.2",
        "^*",
        "^^1",
        "!=1",
        "==1",
        "1.",
        "1..2",
        ".1",
        "1.2.3.4",
        "-1",
        "02",
        "1.02",
        "2.x.1",
        "2.*.1",
        "x.1",
        "2-beta",
        "2.1-beta",
        "2.1.x-beta",
        "1.2.3-",
        "1.2.3-a..b",
        "1.2.3-01",
        "1.2.3+build",
        "1 || 2",
        "1 - 2",
        "1,2",
        "1000000000",
        "99999999999999999999",
        ">=1.2 <three",
        "^2\u0000"
      })
  void refusesWhatIsNone(String text) {
    assertThat(VersionRange.parse(text)).isNull();
  }

  @Test
  void refusesTextOfHostileLengthQuickly() {
    assertThat(VersionRange.parse(">=1 ".repeat(32))).isNotNull();
    assertThat(VersionRange.parse(">=1 ".repeat(33))).isNull();
    assertThat(VersionRange.parse("1.2.3-" + "a.".repeat(500_000))).isNull();
    assertThat(VersionRange.parse(" ".repeat(1_000_000))).isNull();
    assertThat(VersionRange.parse(" ".repeat(1_000_000) + "^2")).isEqualTo(range("^2"));
  }
}
