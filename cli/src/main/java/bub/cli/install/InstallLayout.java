package bub.cli.install;

import bub.cli.machine.SystemdControl;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Paths of an installation.
 *
 * @param users directory where systemd reads system users; null when bub needs no user of its own
 */
record InstallLayout(SystemdControl manager, Path units, Path program, @Nullable Path users) {

  static InstallLayout ofSystem() {
    return new InstallLayout(
        SystemdControl.SYSTEM,
        Path.of("/etc/systemd/system"),
        Path.of("/usr/local/lib/bub"),
        Path.of("/etc/sysusers.d"));
  }

  static InstallLayout ofUser(Path home, Function<String, @Nullable String> environment) {
    return new InstallLayout(
        SystemdControl.USER,
        base(environment.apply("XDG_CONFIG_HOME"), home.resolve(".config")).resolve("systemd/user"),
        base(environment.apply("XDG_DATA_HOME"), home.resolve(".local/share")).resolve("bub"),
        null);
  }

  private static Path base(@Nullable String chosen, Path otherwise) {
    return chosen == null || chosen.isEmpty() ? otherwise : Path.of(chosen);
  }

  Path unit() {
    return units.resolve(Installation.UNIT);
  }

  Path script() {
    return program.resolve("bub");
  }

  Path jar() {
    return program.resolve("bub.jar");
  }

  Path cache() {
    return program.resolve("bub.aot");
  }
}
