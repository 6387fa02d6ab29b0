package bub.cli.reach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where bub keeps what lives until the next boot (run) and what must survive it (state). */
public record Directories(Path run, Path state) {

  /** The directories that were asked for, or the best ones that this user may write to. */
  static Directories resolve(
      @Nullable Path run, @Nullable Path state, Function<String, @Nullable String> environment) {
    Path chosenRun = run != null ? run : defaultRun(environment);
    if (state != null) {
      return new Directories(chosenRun, state);
    }
    return new Directories(
        chosenRun, run != null ? run.resolve("state") : defaultState(environment));
  }

  private static Path defaultRun(Function<String, @Nullable String> environment) {
    Path system = Path.of("/run/bub");
    if (isOurs(system)) {
      return system;
    }
    String runtime = environment.apply("XDG_RUNTIME_DIR");
    if (runtime != null && !runtime.isEmpty()) {
      return Path.of(runtime, "bub");
    }
    return Path.of(System.getProperty("java.io.tmpdir"), "bub-" + System.getProperty("user.name"));
  }

  private static Path defaultState(Function<String, @Nullable String> environment) {
    Path system = Path.of("/var/lib/bub");
    if (isOurs(system)) {
      return system;
    }
    String home = environment.apply("XDG_STATE_HOME");
    if (home != null && !home.isEmpty()) {
      return Path.of(home, "bub");
    }
    return Path.of(System.getProperty("user.home"), ".local", "state", "bub");
  }

  private static boolean isOurs(Path directory) {
    Path parent = directory.getParent();
    return Files.isDirectory(directory)
        ? Files.isWritable(directory)
        : parent != null && Files.isWritable(parent);
  }

  /** Makes both, readable by this user only. */
  public void create() throws IOException {
    createPrivate(run);
    checkRun();
    createPrivate(state);
  }

  /**
   * Looks whether the run directory is safe to use, if it is there.
   *
   * @throws UnsafeRunDirectory when somebody else could have prepared it
   */
  public void checkRun() {
    try {
      RunDirectoryCheck.check(run);
    } catch (IOException unreadable) {
      throw new UnsafeRunDirectory(
          "the run directory " + run + " cannot be looked at: " + unreadable.getMessage(),
          "choose another:  --run-dir DIR");
    }
  }

  static void createPrivate(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Path parent = directory.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }
}
