package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A real systemd of a user, started for a test and ended with it: with a run directory of its own,
 * so that it meets no other.
 */
public final class OwnUserManager implements AutoCloseable {
  private static final Path SYSTEMD = Path.of("/lib/systemd/systemd");

  private final Path directory;
  private final Process systemd;

  private OwnUserManager(Path directory, Process systemd) {
    this.directory = directory;
    this.systemd = systemd;
  }

  public static OwnUserManager start() throws IOException {
    if (!Files.isExecutable(SYSTEMD)) {
      throw new IOException("this test needs the packages systemd and dbus-user-session");
    }
    // Without it systemd's programs believe that there is no systemd.
    Files.createDirectories(Path.of("/run/systemd/system"));
    // Not below the test's own directory: the path of a socket must be short.
    Path directory = Files.createTempDirectory("bub-user");
    var builder = new ProcessBuilder(SYSTEMD.toString(), "--user").redirectErrorStream(true);
    builder.environment().putAll(environment(directory));
    builder.redirectOutput(directory.resolve("systemd.log").toFile());
    var manager = new OwnUserManager(directory, builder.start());
    await().until(() -> SystemdSpawner.isAvailable(manager.manager()));
    return manager;
  }

  private static Map<String, String> environment(Path directory) {
    return Map.of(
        "XDG_RUNTIME_DIR", directory.toString(),
        "DBUS_SESSION_BUS_ADDRESS", "unix:path=" + directory.resolve("bus"),
        "XDG_CONFIG_HOME", directory.resolve("config").toString(),
        "XDG_DATA_HOME", directory.resolve("data").toString());
  }

  public UserManager manager() {
    return new UserManager(environment(directory));
  }

  /** What one of systemd's programs says. */
  public String ask(String... command) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment(directory));
    try (var reader = builder.start().inputReader(UTF_8)) {
      return reader.readAllAsString();
    }
  }

  /** One property of a unit. */
  public String property(String unit, String name) throws IOException {
    return ask("systemctl", "--user", "show", "--value", "--property=" + name, unit).strip();
  }

  @Override
  public void close() throws IOException {
    ask("systemctl", "--user", "exit");
    systemd.onExit().join();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(OwnUserManager::delete);
    }
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException stillThere) {
      throw new UncheckedIOException(stillThere);
    }
  }
}
