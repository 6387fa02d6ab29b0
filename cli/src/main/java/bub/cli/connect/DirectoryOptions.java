package bub.cli.connect;

import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.client.discovery.UnsafeRunDirectory;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the directories of bub, for every command that reads or writes them. */
@InSection(Section.FILES)
public final class DirectoryOptions {
  @Option(
      names = "--run-dir",
      paramLabel = "DIR",
      description =
          "Directory for pid and port files (default: /run/bub, or $$XDG_RUNTIME_DIR/bub).")
  private @Nullable Path runDir;

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "Directory for data that survives a reboot (default: /var/lib/bub, or ~/.local/state/bub;"
              + " with --run-dir: DIR/state).")
  private @Nullable Path stateDir;

  /** Returns null when the option was not given. */
  public @Nullable Path runDir() {
    return runDir;
  }

  /** Replaces both directories. */
  public void use(Path directory) {
    runDir = directory;
    stateDir = directory.resolve("state");
  }

  /** Throws {@link UnsafeRunDirectory} when another user could have prepared the run directory. */
  public BubDirectories resolve() {
    BubDirectories found = named();
    found.checkRun();
    return found;
  }

  /** Skips the check, for a command that only inspects the directories. */
  public BubDirectories named() {
    return BubDirectories.resolve(runDir, stateDir, System::getenv);
  }
}
