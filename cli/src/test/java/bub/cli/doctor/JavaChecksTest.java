package bub.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.server.NativeSockets;
import bub.cli.doctor.Finding.Severity;
import bub.cli.doctor.JavaChecks.HeapCheck;
import bub.cli.doctor.JavaChecks.JavaCheck;
import bub.cli.doctor.JavaChecks.OpenFilesCheck;
import bub.cli.doctor.JavaChecks.SocketsCheck;
import bub.system.spawn.SpawnSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks of Java and of its process. */
class JavaChecksTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({"25, FINE", "25.0.3+9-LTS, FINE", "27, FINE", "26-ea+4, CAUTION", "21.0.2, BROKEN"})
  void javaMustBe25OrNewer(String version, Severity severity) {
    Finding finding = new JavaCheck(Runtime.Version.parse(version), Path.of("/opt/jdk")).look();

    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.text()).startsWith(version + ", /opt/jdk");
    assertThat(finding.remedies().isEmpty()).isEqualTo(severity == Severity.FINE);
  }

  @Test
  void thisJavaIsGood() {
    assertThat(JavaCheck.ofThisProcess().look().text()).contains(System.getProperty("java.home"));
    assertThat(HeapCheck.ofThisProcess().heap()).isPositive();
    assertThat(HeapCheck.ofThisProcess().memory()).isGreaterThan(MIB);
    assertThat(OpenFilesCheck.ofThisProcess(1).limit()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "256, true, 4096, FINE",
    "64, true, 4096, CAUTION",
    "2048, false, 8192, CAUTION",
    "256, true, 300, CAUTION"
  })
  void theHeapMustSuitTheMachine(long heap, boolean chosen, long memory, Severity severity) {
    assertThat(new HeapCheck(heap * MIB, chosen, memory * MIB).look().severity())
        .isEqualTo(severity);
  }

  @Test
  void asManyFilesAsConnectionsAndSomeMore() {
    assertThat(new OpenFilesCheck(65_536, 20_000).look().severity()).isEqualTo(Severity.FINE);
    Finding few = new OpenFilesCheck(1_024, 20_000).look();
    assertThat(few.severity()).isEqualTo(Severity.CAUTION);
    assertThat(few.text()).contains("1,024", "--max-connections 20000");
    assertThat(few.remedies().toString()).contains("ulimit -n 32001", "--max-connections 640");
  }

  @Test
  void socketsWorkWithoutEpollButCostMore() {
    assertThat(new SocketsCheck(new NativeSockets(true, "")).look().severity())
        .isEqualTo(Severity.FINE);
    Finding slow = new SocketsCheck(new NativeSockets(false, "no such library")).look();
    assertThat(slow.severity()).isEqualTo(Severity.CAUTION);
    assertThat(slow.text()).contains("no such library");
  }

  @Test
  void systemdIsNotNeededButShouldLastIfItIsThere() {
    var check = new SystemdCheck("ada", SpawnSettings.of(Path.of("run"), Path.of("state")));
    assertThat(SystemdCheck.without("not available for this user").severity())
        .isEqualTo(Severity.FINE);
    assertThat(check.judge(true, List.of()).severity()).isEqualTo(Severity.FINE);
    assertThat(check.judge(false, List.of()).remedies())
        .containsExactly("Keep them running:  loginctl enable-linger ada");
  }

  @Test
  void systemdsMissingProtectionsAreNamed() {
    var check = new SystemdCheck("ada", SpawnSettings.of(Path.of("run"), Path.of("state")));

    Finding weak = check.judge(true, List.of("PrivateIPC=yes", "PrivateUsers=yes"));

    assertThat(weak.severity()).isEqualTo(Severity.CAUTION);
    assertThat(weak.text()).endsWith("without PrivateIPC=yes, PrivateUsers=yes");
  }
}
