package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A real systemd user manager for one test, with its own directories and control group, so that it
 * affects no other manager and all its units end with it.
 */
public final class OwnUserManager implements AutoCloseable {
  private static final Path SYSTEMD = Path.of("/lib/systemd/systemd");
  private static final Duration FAREWELL = Duration.ofSeconds(20);

  /** Directory whose absence makes systemd's programs report that there is no systemd. */
  private static final Path BOOTED = Path.of("/run/systemd/system");

  private static final Pattern READY = Pattern.compile("running|degraded|starting");
  private static final String JOIN_AND_BECOME_SYSTEMD =
      "for door; do echo $$ > \"$door\" || exit; done; exec " + SYSTEMD + " --user";

  private final Path directory;
  private final ControlGroup group;
  private final Process systemd;
  private final Thread atTheLatest = new Thread(this::end);

  private OwnUserManager(Path directory, ControlGroup group) throws IOException {
    this.directory = directory;
    this.group = group;
    var command = new ArrayList<>(List.of("/bin/sh", "-c", JOIN_AND_BECOME_SYSTEMD, "sh"));
    group.doors().forEach(door -> command.add(door.toString()));
    this.systemd = inItsWorld(new ProcessBuilder(command)).redirectOutput(log().toFile()).start();
  }

  /** Skips the test for users other than root; root must have systemd's packages. */
  public static OwnUserManager start() throws IOException {
    assumeTrue(ControlGroup.isAllowed(), "only root can start a second systemd user manager");
    if (!Files.isExecutable(SYSTEMD)) {
      throw new IOException("this test needs the packages systemd and dbus-user-session");
    }
    // Never removed, because another test may need it by now.
    Files.createDirectories(BOOTED);
    // Not in the test's own directory, because the path of a socket must be short.
    Path directory = Files.createTempDirectory("bub-user");
    var manager =
        new OwnUserManager(directory, ControlGroup.make(directory.getFileName().toString()));
    Runtime.getRuntime().addShutdownHook(manager.atTheLatest);
    try {
      await().until(manager::isReady);
      return manager;
    } catch (RuntimeException late) {
      var failure =
          new IOException("systemd did not start: " + Files.readString(manager.log()), late);
      manager.close();
      throw failure;
    }
  }

  private boolean isReady() throws IOException {
    return READY.matcher(ask("systemctl", "--user", "is-system-running")).find();
  }

  private Path log() {
    return directory.resolve("systemd.log");
  }

  public Map<String, String> environment() {
    return Map.of(
        "XDG_RUNTIME_DIR", directory.toString(),
        "DBUS_SESSION_BUS_ADDRESS", "unix:path=" + directory.resolve("bus"),
        "XDG_CONFIG_HOME", configHome().toString(),
        "XDG_DATA_HOME", dataHome().toString());
  }

  public Path configHome() {
    return directory.resolve("config");
  }

  public Path dataHome() {
    return directory.resolve("data");
  }

  public BubProgram of(BubProgram program) {
    BubProgram ours = program;
    for (Map.Entry<String, String> variable : environment().entrySet()) {
      ours = ours.with(variable.getKey(), variable.getValue());
    }
    return ours;
  }

  public String ask(String... command) throws IOException {
    try (var reader = inItsWorld(new ProcessBuilder(command)).start().inputReader(UTF_8)) {
      return reader.readAllAsString();
    }
  }

  private ProcessBuilder inItsWorld(ProcessBuilder builder) {
    builder.environment().putAll(environment());
    return builder.redirectErrorStream(true);
  }

  public String property(String unit, String name) throws IOException {
    return ask("systemctl", "--user", "show", "--value", "--property=" + name, unit).strip();
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(atTheLatest);
    end();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void end() {
    try (group) {
      ask("systemctl", "--user", "exit");
      systemd.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IOException unclean) {
      throw new UncheckedIOException(unclean);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } finally {
      systemd.destroyForcibly();
    }
  }
}
