package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.protocol.Address;
import bub.system.spawn.PipedUnits.PipedProgram;
import bub.testkit.OwnUserManager;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PipedUnitsTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private static Path directory;
  private static OwnUserManager systemd;
  private static SystemdSpawner spawner;
  private static Path state;
  private static Path workspace;

  @BeforeAll
  static void startSystemd() throws Exception {
    systemd = OwnUserManager.start();
    state = directory.toRealPath().resolve("state");
    workspace = Files.createDirectories(state.resolve("mcp/files"));
    spawner =
        SystemdSpawner.open(
            SpawnSettings.of(directory.toRealPath(), state).withEnvironment(Map.of()),
            new UserSystemd(systemd.environment()));
  }

  @AfterAll
  static void endSystemd() throws Exception {
    if (spawner != null) {
      spawner.close();
    }
    if (systemd != null) {
      systemd.close();
    }
  }

  private static Process start(String name, String script, Path... writable) throws Exception {
    return spawner
        .pipedUnits()
        .start(
            new PipedProgram(
                new Address("agent:mcp-" + name),
                List.of("/bin/sh", "-c", script),
                workspace,
                workspace,
                List.of(writable),
                Map.of("KEY", "s3cret \"$x\"", "PATH", "/usr/bin:/bin")));
  }

  private static String output(Process process) throws Exception {
    process.getOutputStream().close();
    String output = process.inputReader(UTF_8).readAllAsString();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return output;
  }

  @Test
  void theProgramTalksThroughPipesAndGetsItsSecretsByFile() throws Exception {
    Process process = start("pipes", "read line; echo \"$line $KEY\"; pwd; echo oops >&2");
    assertThat(process.info().commandLine().orElse("")).doesNotContain("s3cret");
    try (var in = process.outputWriter(UTF_8)) {
      in.write("hello\n");
    }
    assertThat(process.inputReader(UTF_8).readAllAsString())
        .isEqualTo("hello s3cret \"$x\"\n" + workspace + "\n");
    assertThat(process.errorReader(UTF_8).readAllAsString()).contains("oops");
    await().atMost(SOON).until(() -> !Files.exists(directory.resolve("bub-agent-mcp-pipes.env")));
  }

  @Test
  void theProgramChangesOnlyItsWorkspaceAndNamedPaths() throws Exception {
    Path named = Files.createDirectory(state.resolve("named"));
    Path other = Files.createFile(state.resolve("tokens.json"));
    String script =
        "touch own && echo own; touch %s/x && echo named; cat %s 2>/dev/null && echo other; exit 0"
            .formatted(named, other);
    assertThat(output(start("paths", script, named))).isEqualTo("own\nnamed\n");
    assertThat(named.resolve("x")).exists();
  }

  @Test
  void theEndOfTheProcessEndsTheUnit() throws Exception {
    Process process = start("stubborn", "trap '' TERM; echo ready; while :; do sleep 1; done");
    try (BufferedReader out = process.inputReader(UTF_8)) {
      assertThat(out.readLine()).isEqualTo("ready");
      process.destroyForcibly();
      await()
          .atMost(SOON)
          .until(
              () ->
                  systemd
                      .property("bub-agent-mcp-stubborn.service", "ActiveState")
                      .contains("inactive"));
    }
  }
}
