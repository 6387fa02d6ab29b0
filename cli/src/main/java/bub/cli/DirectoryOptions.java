package bub.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where bub keeps its files, for every command that reads or writes them. */
final class DirectoryOptions {
  @Option(
      names = "--run-dir",
      paramLabel = "DIR",
      description = "For pid and port files (default: /run/bub, or $$XDG_RUNTIME_DIR/bub).")
  @Nullable Path runDir;

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "For what must survive a reboot (default: /var/lib/bub, or ~/.local/state/bub; with"
              + " --run-dir: DIR/state).")
  @Nullable Path stateDir;

  Directories resolve() {
    return Directories.resolve(runDir, stateDir, System::getenv);
  }
}
