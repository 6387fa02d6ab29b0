package bub.cli.install;

import bub.cli.machine.SystemdControl;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reason why bub cannot be installed here, with possible fixes. */
record InstallObstacle(String problem, List<String> remedies) {
  /** Directories that the sandbox of the unit hides. */
  private static final List<Path> HIDDEN =
      List.of(Path.of("/home"), Path.of("/root"), Path.of("/run/user"), Path.of("/tmp"));

  static InstallObstacle of(String problem, String... remedies) {
    return new InstallObstacle(problem, List.of(remedies));
  }

  /** Returns null when nothing prevents the installation. */
  static @Nullable InstallObstacle to(SystemdControl manager, String user)
      throws InterruptedException {
    if (manager == SystemdControl.SYSTEM && !user.equals("root")) {
      return of(
          "Only root can install for the whole machine.",
          "As root:        sudo bub install --system …",
          "For yourself:   bub install --user …");
    }
    return manager.isThere() ? null : withoutSystemd(manager, user);
  }

  static InstallObstacle withoutSystemd(SystemdControl manager, String user) {
    return switch (manager) {
      // A machine without systemd has none for its users either.
      case SYSTEM -> of("This machine does not run systemd.", "Run bub yourself:  bub up");
      case USER ->
          of(
              "systemd is not available for the user " + user + ".",
              "Log in once with pam_systemd, or:  loginctl enable-linger " + user,
              "Run bub yourself:                  bub up");
    };
  }

  /** Returns null when the service can see its Java. */
  static @Nullable InstallObstacle toRun(SystemdControl manager, Path java) {
    boolean isHidden = HIDDEN.stream().anyMatch(java::startsWith);
    return manager == SystemdControl.SYSTEM && isHidden
        ? of(
            "The service cannot read " + java + ".",
            "Use a Java that all users can read:  JAVA_HOME=/usr/lib/jvm/… ./bub install …")
        : null;
  }
}
