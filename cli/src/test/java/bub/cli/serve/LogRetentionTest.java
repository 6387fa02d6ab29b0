package bub.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.cli.serve.ActivityOptions.LogRetention;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class LogRetentionTest {
  @Test
  void readsRetentionByAgeBySizeAndByBoth() {
    assertThat(LogRetention.parse("30d")).isEqualTo(new LogRetention(Duration.ofDays(30), null));
    assertThat(LogRetention.parse("10GiB")).isEqualTo(new LogRetention(null, 10L << 30));
    assertThat(LogRetention.parse("10GiB, 30d"))
        .isEqualTo(new LogRetention(Duration.ofDays(30), 10L << 30));
    assertThatThrownBy(() -> LogRetention.parse("soon"))
        .isInstanceOf(TypeConversionException.class);
  }
}
