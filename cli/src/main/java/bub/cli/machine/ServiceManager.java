package bub.cli.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A service manager of this machine, by way of its own programs. */
public enum ServiceManager {
  /** The one of this user. */
  USER,
  /** The one that has started this machine. */
  SYSTEM;

  private static final Path LINGERERS = Path.of("/var/lib/systemd/linger");
  private static final Set<String> THERE =
      Set.of("initializing", "starting", "running", "degraded", "maintenance", "stopping");

  /** Whether it is there and answers. */
  public boolean isThere() throws InterruptedException {
    try {
      return THERE.contains(ExternalProgram.glance(systemctl("is-system-running")).firstLine());
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  /** The command line that makes it do something. */
  public List<String> systemctl(String... words) {
    var command = new ArrayList<String>();
    command.add("systemctl");
    if (this == USER) {
      command.add("--user");
    }
    command.addAll(List.of(words));
    return command;
  }

  /** Whether one of them started this process as the unit, and starts it again when it fails. */
  public static boolean hasStarted(long pid, String unit) {
    try {
      String groups = Files.readString(Path.of("/proc/" + pid + "/cgroup"));
      return groups.lines().anyMatch(group -> group.endsWith("/" + unit));
    } catch (IOException notLinux) {
      return false;
    }
  }

  /** Whether this user's manager runs on when the user has logged out. */
  public static boolean lingers(String user) {
    return Files.exists(LINGERERS.resolve(user));
  }
}
