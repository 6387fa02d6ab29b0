package bub.cli.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.gateway.mcpclient.transport.ServerLauncher;
import bub.system.spawn.LocalSpawner;
import bub.system.spawn.SpawnSettings;
import bub.system.spawn.SystemdSpawner;
import bub.system.spawn.UserSystemd;
import bub.testkit.OwnUserManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths that an MCP server may change, and the choice of its sandbox. */
class SandboxedLauncherTest {
  @TempDir Path given;
  private Path directory;

  @BeforeEach
  void resolve() throws Exception {
    directory = given.toRealPath();
  }

  private static Program program(String... arguments) {
    var command = new ArrayList<>(List.of("/bin/sh"));
    command.addAll(List.of(arguments));
    return new Program(command, Map.of("KEY", "s3cret"), null);
  }

  private static McpServerEntry server(Program program, Path... paths) {
    return new McpServerEntry(
        "files", program, false, Duration.ofSeconds(60), List.of(paths), ElicitationMode.REFUSE);
  }

  private static List<Path> writable(Program program, Path... paths) throws IOException {
    return SandboxedLauncher.writable(server(program, paths), program);
  }

  @Test
  void directoriesAmongTheArgumentsAreWritableAndFilesAreNot() throws Exception {
    Path notes = Files.createDirectory(directory.resolve("notes"));
    Path file = Files.createFile(directory.resolve("config.json"));
    assertThat(
            writable(
                program(
                    "--dir", notes.toString(), file.toString(), "notes", directory + "/gone", "")))
        .containsExactly(notes);
  }

  @Test
  void theProgramItselfIsNotWritable() throws Exception {
    var program = new Program(List.of(directory.toString()), Map.of(), null);
    assertThat(writable(program)).isEmpty();
  }

  @Test
  void linksLeadToWhatTheyName() throws Exception {
    Path notes = Files.createDirectory(directory.resolve("notes"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), notes);
    assertThat(writable(program(link.toString()), link)).containsExactly(notes);
  }

  @Test
  void aNamedFileIsWritable() throws Exception {
    Path file = Files.createFile(directory.resolve("notes.db"));
    assertThat(writable(program(), file)).containsExactly(file);
  }

  @Test
  void aNamedPathMustExist() {
    assertThatThrownBy(() -> writable(program(), directory.resolve("gone")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void theWholeMachineIsNeverWritable() throws Exception {
    assertThat(writable(program("/", "//"), Path.of("/"))).isEmpty();
  }

  @Test
  void argumentsThatCannotBePathsAreNoDirectories() throws Exception {
    assertThat(writable(program("/\0"))).isEmpty();
  }

  @Test
  void withoutSystemdServersArePlainChildren() throws Exception {
    try (var spawner = new LocalSpawner(SpawnSettings.of(directory, directory.resolve("state")))) {
      assertThat(McpServerWiring.launcher(spawner)).isInstanceOf(PlainLauncher.class);
    }
  }

  @Test
  void withSystemdServersChangeOnlyTheirOwnDirectoryAndNamedPaths() throws Exception {
    Path state = Files.createDirectory(directory.resolve("state"));
    Path workspace = Files.createDirectories(state.resolve("mcp/files"));
    Path named = Files.createDirectory(state.resolve("named"));
    Path other = Files.createDirectory(state.resolve("other"));
    Program program =
        program(
            "-c",
            "echo $KEY; pwd; touch own && echo own; touch %s/x && echo named; touch %s/x; exit 0"
                .formatted(named, other));
    try (var systemd = OwnUserManager.start();
        var spawner =
            SystemdSpawner.open(
                SpawnSettings.of(directory, state).withEnvironment(Map.of()),
                new UserSystemd(systemd.environment()))) {
      ServerLauncher launcher = McpServerWiring.launcher(spawner);
      Process process = launcher.start(server(program, named), program, workspace);
      process.getOutputStream().close();
      assertThat(process.inputReader(UTF_8).readAllAsString())
          .isEqualTo("s3cret\n" + workspace + "\nown\nnamed\n");
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(other).isEmptyDirectory();
  }
}
