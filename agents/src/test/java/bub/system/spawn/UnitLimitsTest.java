package bub.system.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitLimitsTest {
  @Test
  void becomePropertiesOfAUnit() {
    assertThat(new UnitLimits("infinity", "50%", 9).properties())
        .containsExactly("MemoryMax=infinity", "CPUQuota=50%", "TasksMax=9");
  }

  @ParameterizedTest
  @CsvSource({"lots,50%,1", "0,50%,1", "1M,50,1", "1M,0%,1", "1M,50%,0", "'1M\nUser=root',50%,1"})
  void refuseWhatSystemdWouldNotUnderstand(String memory, String cpu, int tasks) {
    assertThatThrownBy(() -> new UnitLimits(memory, cpu, tasks))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
