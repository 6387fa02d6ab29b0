package bub.agent.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.json.InvalidField;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduledTimeTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "30s, 2026-01-01T00:00:30Z",
    "in 10 m, 2026-01-01T00:10:00Z",
    "2h, 2026-01-01T02:00:00Z",
    "1d, 2026-01-02T00:00:00Z",
    "PT1H30M, 2026-01-01T01:30:00Z",
    "2026-01-01T12:00:00+01:00, 2026-01-01T11:00:00Z",
    "2025-01-01T00:00:00Z, 2026-01-01T00:00:01Z",
    "0s, 2026-01-01T00:00:01Z",
  })
  void understandsTimesAsModelsWriteThem(String text, String moment) {
    assertThat(ScheduledTime.read("when", text, NOW)).isEqualTo(moment);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "400d", "999999999d", "P9999999999999D", "12:00", "-5m"})
  void refusesWhatIsNoTimeOrTooFarAway(String text) {
    assertThatThrownBy(() -> ScheduledTime.read("when", text, NOW))
        .isInstanceOf(InvalidField.class);
  }
}
