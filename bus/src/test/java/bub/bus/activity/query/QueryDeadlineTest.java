package bub.bus.activity.query;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QueryDeadlineTest {
  @Test
  void endsAQueryThatTakesTooLong() {
    assertThatThrownBy(() -> steps(new QueryDeadline(Duration.ZERO)))
        .isInstanceOf(QueryRefused.class)
        .hasMessageContaining("shorter time");
  }

  @Test
  void letsAQueryInTimeGoOn() {
    assertThatCode(() -> steps(new QueryDeadline(Duration.ofHours(1)))).doesNotThrowAnyException();
  }

  private static void steps(QueryDeadline deadline) {
    for (int i = 0; i < 1_000; i++) {
      deadline.step();
    }
  }
}
