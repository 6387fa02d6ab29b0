package bub.bench.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.bench.wire.BenchFailure;
import org.junit.jupiter.api.Test;

class ProcStatTest {
  private static final String AFTER_NAME =
      " S 1 42 42 0 -1 4194560 1203 0 0 0 150 25 0 0 20 0 12 0 8713 1239 4416 184467";

  @Test
  void addsUserAndSystemTime() {
    assertThat(ProcStat.parseCpuMicros("42 (java)" + AFTER_NAME)).isEqualTo(1_750_000);
  }

  @Test
  void isNotMisledByAProcessNameWithSpacesAndParentheses() {
    assertThat(ProcStat.parseCpuMicros("42 (a ) S 9 (b) 7)" + AFTER_NAME)).isEqualTo(1_750_000);
  }

  @Test
  void refusesALineThatIsNoStat() {
    assertThatThrownBy(() -> ProcStat.parseCpuMicros("42 (java) S 1"))
        .isInstanceOf(BenchFailure.class);
    assertThatThrownBy(() -> ProcStat.parseCpuMicros("")).isInstanceOf(BenchFailure.class);
  }

  @Test
  void findsResidentMemory() {
    assertThat(ProcStat.parseResidentKib("Name:\tjava\nVmHWM:\t  999 kB\nVmRSS:\t  61234 kB\n"))
        .isEqualTo(61_234);
  }
}
