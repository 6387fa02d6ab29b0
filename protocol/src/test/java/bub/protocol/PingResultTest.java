package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PingResultTest {
  @Test
  void tellsTheTimeToTheNanosecond() {
    var ping = new PingResult(Instant.parse("2026-02-17T12:00:00.123456789Z"));
    assertThat(tree(ping)).isEqualTo(tree("{\"timestamp\":\"2026-02-17T12:00:00.123456789Z\"}"));
    assertThat(PingResult.read(ping.toRaw())).isEqualTo(ping);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"timestamp\":1}", "{\"timestamp\":\"now\"}"})
  void refusesWhatIsNoTime(String result) {
    assertThat(refusedBy(() -> PingResult.read(raw(result)))).isEqualTo("timestamp");
  }

  @Test
  void mustBeAnObject() {
    assertThat(refusedBy(() -> PingResult.read(raw("\"pong\"")))).isEqualTo("result");
  }
}
