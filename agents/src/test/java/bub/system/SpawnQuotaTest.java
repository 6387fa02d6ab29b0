package bub.system;

import static org.assertj.core.api.Assertions.assertThat;

import bub.client.TimeSource;
import bub.protocol.Address;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SpawnQuotaTest {
  private static final Address CHAT = new Address("tg:1");
  private static final Address OTHER = new Address("tg:2");

  private Instant now = Instant.EPOCH;
  private final TimeSource time =
      new TimeSource() {
        @Override
        public Instant now() {
          return now;
        }

        @Override
        public void sleep(Duration duration) {
          throw new AssertionError("nobody waits here");
        }
      };

  @Test
  void letsABurstThroughThenOneAsEachPartOfTheMinutePasses() {
    var quota = new SpawnQuota(6, time);
    for (int i = 0; i < 6; i++) {
      assertThat(quota.take(CHAT)).isZero();
    }
    assertThat(quota.take(CHAT)).isEqualTo(Duration.ofSeconds(10));
    assertThat(quota.take(OTHER)).isZero();

    now = now.plusSeconds(10);
    assertThat(quota.take(CHAT)).isZero();
    assertThat(quota.take(CHAT)).isPositive();
    now = now.plusSeconds(600);
    for (int i = 0; i < 6; i++) {
      assertThat(quota.take(CHAT)).isZero();
    }
    assertThat(quota.take(CHAT)).isPositive();
  }

  @Test
  void zeroMeansNoLimit() {
    var quota = new SpawnQuota(0, time);
    for (int i = 0; i < 1_000; i++) {
      assertThat(quota.take(CHAT)).isZero();
    }
  }
}
