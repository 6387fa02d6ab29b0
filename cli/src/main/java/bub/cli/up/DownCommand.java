package bub.cli.up;

import bub.cli.connect.DirectoryOptions;
import bub.cli.machine.HumanUnits;
import bub.cli.machine.RunDirectoryOwner;
import bub.cli.machine.RunDirectoryOwner.Held;
import bub.cli.machine.RunDirectoryOwner.Unclear;
import bub.cli.machine.RunDirectoryOwner.Vacant;
import bub.cli.machine.SystemdControl;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.cli.screen.WaitIndicator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub down}: stops the bub of this run directory, and no other process. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    description = {
      "Stops bub after the messages in flight have finished.",
      "Stops \"bub up\" or \"bub bus serve\" of this run directory. Succeeds if nothing runs."
    })
public final class DownCommand implements Callable<Integer> {
  private static final Duration LAST_BREATH = Duration.ofSeconds(10);

  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--wait",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait up to this long (default: ${DEFAULT-VALUE}).")
  private Duration wait = Duration.ZERO;

  @Option(names = "--force", description = "Kill bub after that time; messages in flight are lost.")
  private boolean force;

  DownCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Path run = directories.resolve().run();
    switch (RunDirectoryOwner.of(run)) {
      case Vacant _ -> screen.line("bub is not running in " + run + ".");
      case Unclear(String why) ->
          throw new CommandFailure(
              ExitCodes.FAILED,
              "A bub runs in " + run + ", but " + why + ".",
              "Nothing was stopped");
      case Held held -> end(run, held);
    }
    return ExitCodes.OK;
  }

  private void end(Path run, Held bub) throws CommandFailure, InterruptedException {
    if (!bub.process().destroy() && bub.process().isAlive()) {
      throw mayNot(bub);
    }
    var progress = new WaitIndicator(screen);
    String pid = "pid " + bub.pid();
    if (progress.await("waiting for " + pid + " to stop", wait, () -> hasLeft(run, bub))) {
      screen.line("bub has stopped (" + pid + ").");
      return;
    }
    if (!force) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "bub (" + pid + ") did not stop within " + HumanUnits.limit(wait) + ".",
          "To see what it does:  jstack " + bub.pid(),
          "To kill it:           bub down --force");
    }
    boolean isUnit = SystemdControl.hasStarted(bub.pid(), "bub.service");
    bub.process().destroyForcibly();
    if (!progress.await("killing " + pid, LAST_BREATH, () -> hasLeft(run, bub))) {
      throw new CommandFailure(ExitCodes.FAILED, "Cannot kill " + pid + ".");
    }
    screen.line("Killed bub (" + pid + "). Senders of unanswered messages get an error.");
    if (isUnit) {
      screen.hint("systemd restarts it. To prevent that:  systemctl [--user] stop bub.service");
    }
  }

  private static CommandFailure mayNot(Held bub) {
    String owner = bub.process().info().user().orElse("another user");
    return new CommandFailure(
        ExitCodes.FAILED,
        "bub (pid " + bub.pid() + ") belongs to " + owner + ". You cannot stop it.",
        "As its owner:  sudo -u " + owner + " bub down");
  }

  /** A process stays listed until its parent reaps it. */
  private static boolean hasLeft(Path run, Held bub) {
    try {
      return !bub.process().isAlive() || RunDirectoryOwner.of(run) instanceof Vacant;
    } catch (IOException unreadable) {
      return false;
    }
  }
}
