package bub.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanUnitsTest {
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
    assertThat(HumanUnits.bytes(bytes)).isEqualTo(words);
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
    assertThat(HumanUnits.time(Duration.ofSeconds(seconds))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 s", "300, 300 ms", "999, 999 ms", "1000, 1 s", "90000, 1 min"})
  void limits(long millis, String words) {
    assertThat(HumanUnits.limit(Duration.ofMillis(millis))).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0/s",
        "0.04 | 0.0/s",
        "2.5 | 2.5/s",
        "9.96 | 10/s",
        "1204.4 | 1,204/s",
        "999999 | 999,999/s",
        "1234567 | 1.2M/s",
        "4e15 | 4.0P/s"
      })
  void rates(double perSecond, String words) {
    assertThat(HumanUnits.rate(perSecond)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0.042, 0.04 ms",
    "3.14, 3.1 ms",
    "512.4, 512 ms",
    "1500, 1.5 s",
    "65000, 1 min",
    "1e300, 106751991167 d 7 h"
  })
  void latencies(double millis, String words) {
    assertThat(HumanUnits.millis(millis)).isEqualTo(words);
  }

  @Test
  void numbers() {
    assertThat(HumanUnits.number(1_204_000)).isEqualTo("1,204,000");
    assertThat(HumanUnits.count(0, "peer")).isEqualTo("no peers");
    assertThat(HumanUnits.count(1, "peer")).isEqualTo("1 peer");
    assertThat(HumanUnits.count(2000, "peer")).isEqualTo("2,000 peers");
  }
}
