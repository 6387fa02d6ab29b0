package bub.bus.activity;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void endsAQueryThatTakesTooLong() {
    assertThatThrownBy(() -> steps(new Deadline(Duration.ZERO)))
        .isInstanceOf(QueryRefused.class)
        .hasMessageContaining("shorter time");
  }

  @Test
  void letsAQueryInTimeGoOn() {
    assertThatCode(() -> steps(new Deadline(Duration.ofHours(1)))).doesNotThrowAnyException();
  }

  private static void steps(Deadline deadline) {
    for (int i = 0; i < 1_000; i++) {
      deadline.step();
    }
  }
}
