package bub.checks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bub.testkit.BubProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A real systemd of a user, started for a test and ended with it, with directories of its own so
 * that it meets no other.
 */
final class OwnUserManager implements AutoCloseable {
  private static final Path SYSTEMD = Path.of("/lib/systemd/systemd");

  private final Path directory;
  private final Process systemd;

  private OwnUserManager(Path directory, Process systemd) {
    this.directory = directory;
    this.systemd = systemd;
  }

  static OwnUserManager start() throws IOException {
    assumeTrue(Files.isExecutable(SYSTEMD), "there is no systemd to start");
    // Without it systemd's programs believe that there is no systemd.
    Path booted = Path.of("/run/systemd/system");
    assumeTrue(Files.isDirectory(booted) || Files.isWritable(Path.of("/run")), "not allowed to");
    Files.createDirectories(booted);
    // Not below the test's own directory: the path of a socket must be short.
    Path directory = Files.createTempDirectory("bub-user");
    var builder = new ProcessBuilder(SYSTEMD.toString(), "--user").redirectErrorStream(true);
    builder.environment().putAll(environment(directory));
    builder.redirectOutput(directory.resolve("systemd.log").toFile());
    var manager = new OwnUserManager(directory, builder.start());
    Eventually.holds(
        () ->
            assertThat(manager.ask("systemctl", "--user", "is-system-running"))
                .containsPattern("running|degraded|starting"));
    return manager;
  }

  private static Map<String, String> environment(Path directory) {
    var environment = new TreeMap<String, String>();
    environment.put("XDG_RUNTIME_DIR", directory.toString());
    environment.put("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + directory.resolve("bus"));
    environment.put("XDG_CONFIG_HOME", directory.resolve("config").toString());
    environment.put("XDG_DATA_HOME", directory.resolve("data").toString());
    return environment;
  }

  /** The same program, for the user of this systemd. */
  BubProgram of(BubProgram program) {
    BubProgram ours = program;
    for (Map.Entry<String, String> variable : environment(directory).entrySet()) {
      ours = ours.with(variable.getKey(), variable.getValue());
    }
    return ours;
  }

  Path configHome() {
    return directory.resolve("config");
  }

  Path dataHome() {
    return directory.resolve("data");
  }

  /** One property of a unit. */
  String property(String unit, String name) throws IOException {
    return ask("systemctl", "--user", "show", "--value", "--property=" + name, unit).strip();
  }

  private String ask(String... command) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment(directory));
    try (var reader = builder.start().inputReader(UTF_8)) {
      return reader.readAllAsString();
    }
  }

  @Override
  public void close() throws IOException {
    ask("systemctl", "--user", "exit");
    systemd.onExit().join();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
