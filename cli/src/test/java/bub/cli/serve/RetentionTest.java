package bub.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class RetentionTest {
  @Test
  void readsRetentionByAgeBySizeAndByBoth() {
    assertThat(Retention.parse("30d")).isEqualTo(new Retention(Duration.ofDays(30), null));
    assertThat(Retention.parse("10GiB")).isEqualTo(new Retention(null, 10L << 30));
    assertThat(Retention.parse("10GiB, 30d"))
        .isEqualTo(new Retention(Duration.ofDays(30), 10L << 30));
    assertThatThrownBy(() -> Retention.parse("soon")).isInstanceOf(TypeConversionException.class);
  }
}
