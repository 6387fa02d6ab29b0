package bub.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Parsing of sizes and times, and safe display of untrusted text. */
class WordsTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "1k, 1024",
    "64KiB, 65536",
    "1MB, 1048576",
    "2 gib, 2147483648",
    "1TiB, 1099511627776"
  })
  void readsSizes(String text, long bytes) {
    assertThat(ByteSize.parse(text).bytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5MiB", "MiB", "10PiB", "999999999999999TiB", "1 MiB x"})
  void refusesWhatIsNoSize(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining(text);
  }

  @ParameterizedTest
  @CsvSource({
    "250ms, PT0.25S",
    "30s, PT30S",
    "10m, PT10M",
    "2h, PT2H",
    "90d, PT2160H",
    "1 D, PT24H"
  })
  void readsTimeSpans(String text, Duration span) {
    assertThat(TimeSpan.parse(text)).isEqualTo(span);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "-5s", "1.5h", "5 weeks"})
  void refusesWhatIsNoTimeSpan(String text) {
    assertThatThrownBy(() -> TimeSpan.parse(text)).isInstanceOf(TypeConversionException.class);
  }

  @Test
  void showsHostileTextHarmlessly() {
    assertThat(Screen.safe("red \u001b[31m, bell \u0007, bidi \u202e, joiner \u200d"))
        .isEqualTo("red \\u001b[31m, bell \\u0007, bidi \\u202e, joiner \\u200d");
    assertThat(Screen.safe("Grüße, 你好 🙂\n\tnext")).isEqualTo("Grüße, 你好 🙂\n\tnext");
    assertThat(Screen.oneLine("a\nb\tc")).isEqualTo("a\\nb\\tc");
  }
}
