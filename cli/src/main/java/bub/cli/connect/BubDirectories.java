package bub.cli.connect;

import bub.client.discovery.RunDirectory;
import bub.client.discovery.UnsafeRunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Directories of bub: run for files until the next boot, state for files that survive it. */
public record BubDirectories(Path run, Path state) {

  static BubDirectories resolve(
      @Nullable Path run, @Nullable Path state, Function<String, @Nullable String> environment) {
    Path chosenRun = run != null ? run : RunDirectory.standard(environment);
    if (state != null) {
      return new BubDirectories(chosenRun, state);
    }
    Path within = chosenRun.resolve("state");
    return new BubDirectories(
        chosenRun, run != null ? within : RunDirectory.standardState(environment, home(), within));
  }

  /** Returns null without a home, as in some containers. */
  public static @Nullable Path home() {
    return RunDirectory.home();
  }

  public void create() throws IOException {
    createPrivate(run);
    checkRun();
    createPrivate(state);
  }

  /** Throws {@link UnsafeRunDirectory} when another user could have prepared the run directory. */
  public void checkRun() {
    RunDirectory.check(run);
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
