package bub.cli.install;

import bub.cli.install.Installation.InstallLayout;
import bub.cli.machine.ExternalProgram;
import bub.cli.machine.PortOwner;
import bub.cli.machine.SystemdControl;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.WaitIndicator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bub install}: installs bub as a systemd service, or removes the service. */
@Command(
    name = "install",
    mixinStandardHelpOptions = true,
    description = {
      "Installs bub as a systemd service.",
      "systemd starts the service at boot and restarts it when it fails. Without --apply,"
          + " this command only shows the steps."
    },
    footer = {
      "",
      "Examples:",
      "",
      "  bub install --systemd                    # show the steps",
      "  bub install --systemd --user --apply     # install for yourself",
      "  sudo bub install --systemd --apply       # install for the machine",
      "  sudo bub install --remove --apply        # remove the service, keep the data"
    })
public final class InstallCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Screen screen;

  @Option(names = "--systemd", description = "Install the service.")
  private boolean systemd;

  @Option(names = "--remove", description = "Remove the service.")
  private boolean remove;

  @ArgGroup private Whose whose = new Whose();

  @Option(names = "--apply", description = "Perform the steps.")
  private boolean apply;

  @Spec private @Nullable CommandSpec spec;

  static final class Whose {
    @Option(names = "--user", description = "Install for this user (default, except for root).")
    private boolean user;

    @Option(names = "--system", description = "Install for the whole machine (default for root).")
    private boolean system;

    boolean isSystem(String name) {
      return system || !user && name.equals("root");
    }
  }

  InstallCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    String user = System.getProperty("user.name");
    InstallLayout layout =
        whose.isSystem(user)
            ? InstallLayout.ofSystem()
            : InstallLayout.ofUser(Path.of(System.getProperty("user.home")), System::getenv);
    if (remove) {
      remove(layout, user);
    } else if (systemd) {
      install(layout, user);
    } else if (spec != null) {
      throw new ParameterException(spec.commandLine(), "Specify --systemd or --remove.");
    }
    return ExitCodes.OK;
  }

  private void install(InstallLayout layout, String user)
      throws CommandFailure, InterruptedException {
    ProgramFiles program = ProgramFiles.ofThisProcess();
    if (program == null) {
      throw new CommandFailure(
          ExitCodes.CONFIG, "This bub does not run from a jar.", "Run ./bub install");
    }
    InstallObstacle hidden = InstallObstacle.toRun(layout.manager(), program.java());
    InstallObstacle obstacle = hidden == null ? InstallObstacle.to(layout.manager(), user) : hidden;
    take(new Installation(layout).begin(program), obstacle);
    if (apply) {
      confirm(layout.manager());
    }
  }

  private void remove(InstallLayout layout, String user)
      throws CommandFailure, InterruptedException {
    if (!Files.exists(layout.unit())) {
      screen.line("bub is not installed: " + layout.unit() + " does not exist.");
      return;
    }
    take(new Installation(layout).end(), InstallObstacle.to(layout.manager(), user));
    if (apply) {
      screen.line("Removed the bub service. Its data is still there.");
    }
  }

  private void take(List<InstallStep> steps, @Nullable InstallObstacle obstacle)
      throws CommandFailure, InterruptedException {
    if (!apply) {
      show(steps);
      screen.line("Nothing has changed yet. To perform these steps, add --apply.");
      if (obstacle != null) {
        screen.hint("This would fail now. " + obstacle.problem());
        obstacle.remedies().forEach(screen::hint);
      }
      return;
    }
    if (obstacle != null) {
      throw new CommandFailure(
          ExitCodes.CONFIG, obstacle.problem(), obstacle.remedies().toArray(String[]::new));
    }
    for (InstallStep step : steps) {
      screen.line(step.words());
      try {
        step.take();
      } catch (IOException failed) {
        throw new CommandFailure(
            ExitCodes.FAILED,
            String.valueOf(failed.getMessage()),
            "The steps before this one are done. Fix the problem and run this command again.");
      }
    }
  }

  private void show(List<InstallStep> steps) {
    for (InstallStep step : steps) {
      screen.line(screen.bold(step.words()));
      if (step instanceof InstallStep.Write write) {
        write.content().lines().forEach(line -> screen.line(screen.dim("    │ ") + line));
      }
    }
    screen.line("");
  }

  /** Only a bub that listens has really started. */
  private void confirm(SystemdControl manager) throws CommandFailure, InterruptedException {
    new WaitIndicator(screen)
        .await("starting", TIMEOUT, () -> ServiceState.of(manager) != ServiceState.STARTING);
    String why =
        "To see why:  journalctl %s-u %s"
            .formatted(manager == SystemdControl.USER ? "--user " : "", Installation.UNIT);
    switch (ServiceState.of(manager)) {
      case UP ->
          screen.line(screen.runnable(Installation.UNIT + " is running   (see: bub status)"));
      case STARTING ->
          throw new CommandFailure(
              ExitCodes.FAILED, Installation.UNIT + " is taking too long to start.", why);
      case FAILED ->
          throw new CommandFailure(
              ExitCodes.FAILED,
              Installation.UNIT + " does not keep running.",
              why,
              "To check for a port conflict:  bub doctor");
    }
    String user = System.getProperty("user.name");
    if (manager == SystemdControl.USER && !SystemdControl.lingers(user)) {
      screen.hint("To keep it running after logout:  loginctl enable-linger " + user);
    }
  }

  /** State of the service, which systemd counts as started even if the program refuses to run. */
  enum ServiceState {
    /** Started, but not listening yet. */
    STARTING,
    UP,
    FAILED;

    static ServiceState of(SystemdControl manager) throws InterruptedException {
      try {
        ExternalProgram.Finished shown =
            ExternalProgram.glance(
                manager.systemctl(
                    "show", "--property=ActiveState,SubState,MainPID", Installation.UNIT));
        return judge(properties(shown.output()));
      } catch (IOException untold) {
        return STARTING;
      }
    }

    private static Map<String, String> properties(String shown) {
      return shown
          .lines()
          .map(line -> line.split("=", 2))
          .filter(parts -> parts.length == 2)
          .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (_, last) -> last));
    }

    static ServiceState judge(Map<String, String> unit) {
      String state = unit.getOrDefault("ActiveState", "");
      boolean isOver = state.equals("failed") || state.equals("inactive");
      if (isOver || unit.getOrDefault("SubState", "").equals("auto-restart")) {
        return FAILED;
      }
      long pid = Long.parseLong(unit.getOrDefault("MainPID", "0"));
      return pid > 0 && PortOwner.isListening(pid) ? UP : STARTING;
    }
  }
}
