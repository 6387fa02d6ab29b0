package bub.cli.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A systemd service manager, controlled through {@code systemctl}. */
public enum SystemdControl {
  USER,
  SYSTEM;

  private static final Path LINGERERS = Path.of("/var/lib/systemd/linger");
  private static final Set<String> THERE =
      Set.of("initializing", "starting", "running", "degraded", "maintenance", "stopping");

  public boolean isThere() throws InterruptedException {
    try {
      return THERE.contains(ExternalProgram.glance(systemctl("is-system-running")).firstLine());
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  public List<String> systemctl(String... words) {
    var command = new ArrayList<String>();
    command.add("systemctl");
    if (this == USER) {
      command.add("--user");
    }
    command.addAll(List.of(words));
    return command;
  }

  /** True when a manager started the process, and will restart it after a failure. */
  public static boolean hasStarted(long pid, String unit) {
    try {
      String groups = Files.readString(Path.of("/proc/" + pid + "/cgroup"));
      return groups.lines().anyMatch(group -> group.endsWith("/" + unit));
    } catch (IOException notLinux) {
      return false;
    }
  }

  /** True when this user's manager keeps running after the user logs out. */
  public static boolean lingers(String user) {
    return Files.exists(LINGERERS.resolve(user));
  }
}
