package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.ServedBus;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.Signals;
import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub doctor} finds problems, explains the fixes, and changes nothing. */
class DoctorTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void aFreshMachineIsFit() throws Exception {
    Path run = workshop.directory().resolve("run");

    Finished doctor = doctor(run, freePort());

    assertThat(doctor.exitCode()).as(doctor.out()).isZero();
    assertThat(doctor.out())
        .containsPattern("✓ java +25")
        .containsPattern("✓ heap +at most 256 MiB")
        .containsPattern("✓ run dir +.*not created yet")
        .containsPattern("✓ port \\d+ +free")
        .containsPattern("✓ bus +no bus runs in")
        .containsPattern("! model +not set")
        .contains("bub can run here");
    assertThat(run).doesNotExist();
  }

  @Test
  void seesTheBusThatRunsAndLeavesItsFilesAlone() throws Exception {
    ServedBus bus = workshop.bus();

    Finished doctor = doctor(bus.runDir(), bus.port());

    assertThat(doctor.exitCode()).as(doctor.out()).isZero();
    assertThat(doctor.out())
        .containsPattern(
            "✓ bus +pid %d, port %d, up .*, bus-[0-9a-f]+, 0 peers, bub \\d"
                .formatted(bus.process().pid(), bus.port()))
        .containsPattern("✓ port %d +in use by the bub of this run directory".formatted(bus.port()))
        .containsPattern("✓ activity log .*in use by the bus")
        .containsPattern("✓ lobby .*in use by the bus")
        .containsPattern("✓ tokens +none: every program");
  }

  @Test
  void getsIntoALockedBusWithThisUsersOwnToken() throws Exception {
    ServedBus bus = workshop.bus();
    workshop
        .program()
        .run("token", "create", "--client-id", "agent:x", "--run-dir", bus.runDir().toString());

    Finished doctor = doctor(bus.runDir(), bus.port());

    assertThat(doctor.out())
        .containsPattern("✓ bus .*, bub \\d")
        .containsPattern("✓ tokens +locked, 2 tokens");
  }

  @Test
  void aBusThatHangsIsBroken() throws Exception {
    ServedBus bus = workshop.bus();
    Signals.stop(bus.process());

    Finished doctor = doctor(bus.runDir(), bus.port());

    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern("✗ bus +pid %d.* does not answer".formatted(bus.process().pid()))
        .contains("bub down --force", "1 problem (✗)");
    assertThat(doctor.err()).contains("still checking bus");
  }

  @Test
  void namesTheStrangerWhoHasThePort() throws Exception {
    HttpServer stranger =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    stranger.start();
    workshop.keep(() -> stranger.stop(0));

    Finished doctor = doctor(workshop.directory().resolve("run"), stranger.getAddress().getPort());

    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern(
            "✗ port \\d+ +in use \\(.*, pid %d\\)".formatted(ProcessHandle.current().pid()))
        .contains("--port");
  }

  @Test
  void findsDamageWhileNoBusRuns() throws Exception {
    Path run = workshop.directory().resolve("run");
    Path state = Files.createDirectories(run.resolve("state"));
    Files.writeString(state.resolve("activity.db"), "no database");
    Files.writeString(state.resolve("tokens.json"), "no tokens");

    Finished doctor = doctor(run, freePort());

    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out())
        .containsPattern("✗ tokens .*damaged")
        .containsPattern("✗ activity log ")
        .contains("2 problems (✗)");
  }

  @Test
  void anUnreachableModelIsBrokenAndItsKeyStaysSecret() throws Exception {
    Finished doctor =
        workshop
            .program()
            .with("BUB_MODEL", "openai/x")
            .with("OPENAI_API_KEY", "sk-secret")
            .with("BUB_OPENAI_BASE_URL", "http://127.0.0.1:" + freePort())
            .run(arguments(workshop.directory().resolve("run"), freePort()));

    assertThat(doctor.exitCode()).isEqualTo(1);
    assertThat(doctor.out()).containsPattern("✗ model +openai/x at 127.0.0.1: connection refused");
    assertThat(doctor.out() + doctor.err()).doesNotContain("sk-secret");
  }

  @Test
  void scriptsGetJson() throws Exception {
    Finished doctor = doctor(workshop.directory().resolve("run"), freePort(), "--json");

    JsonNode report = tree(doctor.out());
    assertThat(report.path("ok").asBoolean()).isTrue();
    assertThat(report.path("checks").valueStream())
        .hasSizeGreaterThan(12)
        .allSatisfy(
            check -> {
              assertThat(check.propertyNames())
                  .containsExactly("check", "grade", "text", "remedies");
              assertThat(check.path("grade").asString()).isIn("ok", "caution");
            });
  }

  private Finished doctor(Path run, int port, String... more) throws Exception {
    return workshop.program().run(arguments(run, port, more));
  }

  private static String[] arguments(Path run, int port, String... more) throws Exception {
    var all = new ArrayList<>(List.of("doctor", "--run-dir", run.toString()));
    all.addAll(List.of("--port", port + "", "--console-port", freePort() + ""));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
