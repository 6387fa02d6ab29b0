package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class SystemUnitTest {
  @TempDir private Path directory;
  private Path unit;

  @BeforeEach
  void setUp() throws Exception {
    unit = directory.resolve("bub-agent@worker-ab12cd.service");
    Files.writeString(unit, SystemUnit.text(Path.of("/bin/true")));
  }

  @Test
  void systemdUnderstandsAllOfIt() throws Exception {
    assertThat(unit).content().contains("ExecStart=/bin/true agent --client-id agent:%i");
    assertThat(ask("systemd-analyze", "verify", "--man=no", unit.toString()))
        .doesNotContain("bub-agent@");
  }

  @Test
  void itIsStrongBySystemdsOwnMeasure() throws Exception {
    String verdict =
        ask("systemd-analyze", "--no-pager", "security", "--offline=true", unit.toString());

    Matcher level = Pattern.compile("exposure level for .*: ([0-9.]+)").matcher(verdict);
    assertThat(level.find()).as(verdict).isTrue();
    assertThat(Double.parseDouble(level.group(1))).as(verdict).isLessThanOrEqualTo(1.3);
  }

  private static String ask(String... command) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    try (var reader = builder.start().inputReader(UTF_8)) {
      return reader.readAllAsString();
    }
  }
}
