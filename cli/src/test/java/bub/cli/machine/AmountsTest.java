package bub.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "1536, 1.5 KiB",
    "89128960, 85 MiB",
    "1610612736, 1.5 GiB",
    "9007199254740992, 8192 TiB"
  })
  void sizes(long bytes, String words) {
    assertThat(Amounts.bytes(bytes)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "-5, 0 s",
    "40, 40 s",
    "301, 5 min",
    "7200, 2 h",
    "7500, 2 h 5 min",
    "273600, 3 d 4 h"
  })
  void times(long seconds, String words) {
    assertThat(Amounts.time(Duration.ofSeconds(seconds))).isEqualTo(words);
  }

  @Test
  void numbers() {
    assertThat(Amounts.number(1_204_000)).isEqualTo("1,204,000");
    assertThat(Amounts.count(0, "peer")).isEqualTo("no peers");
    assertThat(Amounts.count(1, "peer")).isEqualTo("1 peer");
    assertThat(Amounts.count(2000, "peer")).isEqualTo("2,000 peers");
  }
}
