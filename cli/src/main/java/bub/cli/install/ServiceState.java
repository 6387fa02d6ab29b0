package bub.cli.install;

import bub.cli.machine.ExternalProgram;
import bub.cli.machine.PortOwner;
import bub.cli.machine.SystemdControl;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/** State of the service. systemd counts a service as started even if the program refuses to run. */
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
