package bub.cli.connect;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Directories of bub: run for files until the next boot, state for files that survive it. */
public record BubDirectories(Path run, Path state) {

  static BubDirectories resolve(
      @Nullable Path run, @Nullable Path state, Function<String, @Nullable String> environment) {
    Path chosenRun = run != null ? run : defaultRun(environment);
    if (state != null) {
      return new BubDirectories(chosenRun, state);
    }
    Path within = chosenRun.resolve("state");
    return new BubDirectories(
        chosenRun, run != null ? within : defaultState(environment, home(), within));
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
    return Path.of(System.getProperty("java.io.tmpdir"), "bub-" + userName());
  }

  /** Java reports "?" for an account without a name; its user id serves then. */
  private static String userName() {
    String name = System.getProperty("user.name", "?");
    return name.matches("[A-Za-z0-9_.@-]+") ? name : String.valueOf(new UnixSystem().getUid());
  }

  /** Returns null without a home, as in some containers. */
  public static @Nullable Path home() {
    return home(System.getProperty("user.home"));
  }

  /** Java reports "?" when it does not know the home. */
  static @Nullable Path home(@Nullable String property) {
    return property == null || !property.startsWith("/") ? null : Path.of(property);
  }

  /** The state directory of a user without a home is {@code otherwise}. */
  static Path defaultState(
      Function<String, @Nullable String> environment, @Nullable Path home, Path otherwise) {
    Path system = Path.of("/var/lib/bub");
    if (isOurs(system)) {
      return system;
    }
    String named = environment.apply("XDG_STATE_HOME");
    if (named != null && !named.isEmpty()) {
      return Path.of(named, "bub");
    }
    return home == null ? otherwise : home.resolve(Path.of(".local", "state", "bub"));
  }

  private static boolean isOurs(Path directory) {
    Path parent = directory.getParent();
    return Files.isDirectory(directory)
        ? Files.isWritable(directory)
        : parent != null && Files.isWritable(parent);
  }

  public void create() throws IOException {
    createPrivate(run);
    checkRun();
    createPrivate(state);
  }

  /** Throws {@link UnsafeRunDirectory} when another user could have prepared the run directory. */
  public void checkRun() {
    try {
      RunDirectoryCheck.check(run);
    } catch (IOException unreadable) {
      throw new UnsafeRunDirectory(
          "Cannot check the run directory " + run + ": " + unreadable.getMessage(),
          "To use another:  --run-dir DIR");
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

  /** A run directory that another user could have prepared. */
  public static final class UnsafeRunDirectory extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> hints;

    UnsafeRunDirectory(String problem, String... hints) {
      super(problem);
      this.hints = List.of(hints);
    }

    public List<String> hints() {
      return hints;
    }
  }
}
