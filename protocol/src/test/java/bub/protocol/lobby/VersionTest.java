package bub.protocol.lobby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionTest {
  /** From the lowest to the highest; the middle is the example of the semver specification. */
  private static final List<String> ASCENDING =
      List.of(
          "0.0.0-0",
          "0.0.0",
          "0.0.1",
          "0.1.0",
          "0.9.9",
          "1.0.0-0",
          "1.0.0-1",
          "1.0.0-2",
          "1.0.0-10",
          "1.0.0-999999999",
          "1.0.0-1000000000",
          "1.0.0-20260101120000",
          "1.0.0-20260101120001",
          "1.0.0--",
          "1.0.0-0a",
          "1.0.0-Alpha",
          "1.0.0-alpha",
          "1.0.0-alpha.1",
          "1.0.0-alpha.beta",
          "1.0.0-beta",
          "1.0.0-beta.2",
          "1.0.0-beta.11",
          "1.0.0-beta.11.0",
          "1.0.0-rc.1",
          "1.0.0",
          "1.0.1-a",
          "1.0.1",
          "1.2.0",
          "1.10.0",
          "2.0.0-rc.1",
          "2.0.0",
          "10.0.0",
          "999999999.999999999.999999999");

  private static Version version(String text) {
    return Objects.requireNonNull(Version.parse(text), text);
  }

  @Test
  void everyVersionIsBelowAllThatFollowIt() {
    for (int low = 0; low < ASCENDING.size(); low++) {
      for (int high = 0; high < ASCENDING.size(); high++) {
        int expected = Integer.compare(low, high);
        assertThat(version(ASCENDING.get(low)).compareTo(version(ASCENDING.get(high))))
            .as("%s and %s", ASCENDING.get(low), ASCENDING.get(high))
            .matches(difference -> Integer.signum(difference) == expected);
      }
    }
  }

  @Test
  void sortsWhateverTheOrderTheyComeIn() {
    var shuffled = new ArrayList<>(ASCENDING.stream().map(VersionTest::version).toList());
    Collections.shuffle(shuffled, new Random(7));
    assertThat(shuffled.stream().sorted().map(Version::toString)).isEqualTo(ASCENDING);
  }

  @Test
  void isWrittenAsItWasRead() {
    for (String text : ASCENDING) {
      assertThat(version(text)).hasToString(text);
    }
    assertThat(version("3.0.0-beta.1")).isEqualTo(new Version(3, 0, 0, "beta.1"));
    assertThat(version("3.0.0-beta.1").isPreRelease()).isTrue();
    assertThat(version("3.0.0").isPreRelease()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "1.2.3+build, 1.2.3",
    "1.2.3+001.-.x, 1.2.3",
    "1.2.3-rc.1+20260101, 1.2.3-rc.1",
    "1.2.3-0-0+x, 1.2.3-0-0"
  })
  void theBuildIsNotPartOfIt(String text, String expected) {
    assertThat(version(text)).isEqualTo(version(expected)).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "1.2",
        "1.2.3.4",
        "v1.2.3",
        " 1.2.3",
        "1.2.3\n",
        "1.2.x",
        "01.2.3",
        "1.02.3",
        "1.2.00",
        "-1.2.3",
        "+1.2.3",
        "1.2.3-",
        "1.2.3-.",
        "1.2.3-a..b",
        "1.2.3-a.",
        "1.2.3-01",
        "1.2.3-a.01",
        "1.2.3-ä",
        "1.2.3-a_b",
        "1.2.3+",
        "1.2.3+a..b",
        "1.2.3+a+b",
        "1.2.3+a b",
        "1000000000.0.0",
        "99999999999999999999.0.0",
        "１.2.3",
        "1.2.3-\u0661",
        "latest"
      })
  void refusesWhatIsNone(String text) {
    assertThat(Version.parse(text)).isNull();
  }

  @Test
  void refusesTextOfHostileLengthQuickly() {
    assertThat(Version.parse("1.2.3-" + "a".repeat(122))).isNotNull();
    assertThat(Version.parse("1.2.3-" + "a".repeat(123))).isNull();
    assertThat(Version.parse("1.2.3-" + "1a.".repeat(300_000) + "_")).isNull();
    assertThat(Version.parse("1.2.3+" + "-".repeat(1_000_000))).isNull();
    assertThat(Version.parse("9".repeat(1_000_000))).isNull();
  }

  @Test
  void cannotBeMadeOfWhatCouldNotBeRead() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(-1, 0, 0, ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(0, -1, 0, ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(0, 0, -1, ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(1, 0, 0, "a b"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(1, 0, 0, "01"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Version(1, 0, 0, "a".repeat(999)));
  }
}
