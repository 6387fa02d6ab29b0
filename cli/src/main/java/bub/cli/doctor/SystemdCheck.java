package bub.cli.doctor;

import bub.cli.machine.SystemdControl;
import bub.system.spawn.SandboxProbe;
import bub.system.spawn.SpawnSettings;
import bub.system.spawn.UserSystemd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Check of agents as units of this user's systemd: their sandbox, and their life after logout. */
record SystemdCheck(String user, SpawnSettings settings) implements Check {
  /** Kernel settings that forbid user namespaces, each with the command that allows them. */
  private static final Map<String, String> SWITCHES =
      Map.of(
          "/proc/sys/kernel/unprivileged_userns_clone=0",
          "sysctl kernel.unprivileged_userns_clone=1",
          "/proc/sys/kernel/apparmor_restrict_unprivileged_userns=1",
          "sysctl kernel.apparmor_restrict_unprivileged_userns=0");

  @Override
  public String name() {
    return "systemd";
  }

  @Override
  public Finding look() throws InterruptedException {
    if (!SystemdControl.USER.isThere()) {
      return without("not available for this user");
    }
    try {
      // Skip the probe in a directory that does not exist yet or belongs to another user.
      List<String> missing =
          Files.isWritable(settings.stateDir())
              ? SandboxProbe.missingProtections(settings, UserSystemd.ofThisUser())
              : List.of();
      return judge(SystemdControl.lingers(user), missing);
    } catch (IOException refused) {
      return without("systemd cannot run units for this user");
    }
  }

  static Finding without(String why) {
    return Finding.fine(why + ", so agents run as child processes of bub");
  }

  Finding judge(boolean lingers, List<String> missing) {
    String text = "runs agents as units of " + user;
    if (lingers && missing.isEmpty()) {
      return Finding.fine(text + ", also after logout");
    }
    var remedies = new ArrayList<String>();
    if (!lingers) {
      text += ", and stops them when " + user + " logs out";
      remedies.add("Keep them running:  loginctl enable-linger " + user);
    }
    if (!missing.isEmpty()) {
      text += ", without " + String.join(", ", missing);
      SWITCHES.forEach((file, command) -> addWhereItHelps(file, command, remedies));
    }
    return Finding.caution(text, remedies.toArray(String[]::new));
  }

  private static void addWhereItHelps(String setting, String command, List<String> remedies) {
    String[] parts = setting.split("=", 2);
    try {
      if (Files.readString(Path.of(parts[0])).strip().equals(parts[1])) {
        remedies.add("Allow user namespaces, as root:  " + command);
      }
    } catch (IOException unknownToThisKernel) {
      // This kernel does not have the setting.
    }
  }
}
