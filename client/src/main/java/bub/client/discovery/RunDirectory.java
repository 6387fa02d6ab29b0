package bub.client.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import bub.client.transport.ProofDemand;
import bub.protocol.ListenerProof;
import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Run directory of a bus, whose files tell local programs where the bus is. */
public final class RunDirectory {
  public static final String URL_FILE = "bus.url";
  public static final String KEY_FILE = "bus.key";

  private static final int MOST_BYTES = 4_096;

  private RunDirectory() {}

  /** Run directory of a user who names none. */
  public static Path standard(Function<String, @Nullable String> environment) {
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

  /** State directory; that of a user without a home is {@code otherwise}. */
  public static Path standardState(
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

  /** Throws {@link UnsafeRunDirectory} when another user could have prepared the directory. */
  public static void check(Path directory) {
    try {
      RunDirectoryCheck.check(directory);
    } catch (IOException unreadable) {
      throw new UnsafeRunDirectory(
          "Cannot check the run directory " + directory + ": " + unreadable.getMessage(),
          "To use another:  --run-dir DIR");
    }
  }

  /** URL of the bus that runs there; null when there is none. */
  public static @Nullable URI url(Path directory) {
    try {
      return URI.create(read(directory.resolve(URL_FILE)));
    } catch (IOException | IllegalArgumentException nothingUseful) {
      return null;
    }
  }

  /** Key with which the bus proves itself; null without one. */
  public static ProofDemand.@Nullable Key proofKey(Path directory) {
    try {
      String key = read(directory.resolve(KEY_FILE));
      return key.isEmpty() ? null : new ProofDemand.Key(ListenerProof.RUN_DIRECTORY_KEY, key);
    } catch (IOException nothingUseful) {
      return null;
    }
  }

  /** Does not follow a symbolic link. */
  private static String read(Path file) throws IOException {
    try (var in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MOST_BYTES), UTF_8).strip();
    }
  }
}
