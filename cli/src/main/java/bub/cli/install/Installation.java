package bub.cli.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.cli.machine.SystemdControl;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Steps that install bub as a service or remove the service. */
record Installation(InstallLayout layout) {
  static final String UNIT = "bub.service";

  /** Account that bub.sysusers creates. */
  private static final String USER = "bub";

  private static final String READABLE = "rw-r--r--";
  private static final String EXECUTABLE = "rwxr-xr-x";

  List<InstallStep> begin(ProgramFiles program) {
    var steps = new ArrayList<InstallStep>();
    if (layout.users() != null) {
      var users = layout.users().resolve("bub.conf");
      steps.add(new InstallStep.Write(users, resource("bub.sysusers"), READABLE));
      steps.add(new InstallStep.Run(List.of("systemd-sysusers", users.toString())));
      // Gives bub a user manager, which runs each agent as a unit with a sandbox.
      steps.add(new InstallStep.Attempt(List.of("loginctl", "enable-linger", USER)));
    }
    steps.add(new InstallStep.Copy(program.jar(), layout.jar()));
    if (program.cache() != null) {
      steps.add(new InstallStep.Copy(program.cache(), layout.cache()));
    }
    steps.add(new InstallStep.Write(layout.script(), program.script(layout.program()), EXECUTABLE));
    steps.add(new InstallStep.Write(layout.unit(), unit(), READABLE));
    steps.add(new InstallStep.Run(layout.manager().systemctl("daemon-reload")));
    steps.add(new InstallStep.Run(layout.manager().systemctl("enable", UNIT)));
    // Not "enable --now", because a running service would keep the old program.
    steps.add(new InstallStep.Run(layout.manager().systemctl("restart", UNIT)));
    return steps;
  }

  /** State files stay. */
  List<InstallStep> end() {
    var steps = new ArrayList<InstallStep>();
    steps.add(new InstallStep.Run(layout.manager().systemctl("disable", "--now", UNIT)));
    steps.add(new InstallStep.Delete(layout.unit()));
    steps.add(new InstallStep.Run(layout.manager().systemctl("daemon-reload")));
    if (layout.users() != null) {
      steps.add(new InstallStep.Attempt(List.of("loginctl", "disable-linger", USER)));
      steps.add(new InstallStep.Delete(layout.users().resolve("bub.conf")));
    }
    steps.add(new InstallStep.Delete(layout.script()));
    steps.add(new InstallStep.Delete(layout.cache()));
    steps.add(new InstallStep.Delete(layout.jar()));
    steps.add(new InstallStep.Delete(layout.program()));
    return steps;
  }

  String unit() {
    String name =
        switch (layout.manager()) {
          case SYSTEM -> "bub.service";
          case USER -> "bub-user.service";
        };
    return resource(name).replace("@PROGRAM@", quoted(layout.script().toString()));
  }

  /** Returns the path in the quoting of unit files. */
  private static String quoted(String path) {
    String spelled = path.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%");
    return spelled.contains(" ") ? "\"" + spelled + "\"" : spelled;
  }

  private static String resource(String name) {
    try (InputStream in = Installation.class.getResourceAsStream("/bub/cli/units/" + name)) {
      if (in == null) {
        throw new IllegalStateException("the program does not contain " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Paths of an installation; {@code users} is null when bub needs no user of its own. */
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
          base(environment.apply("XDG_CONFIG_HOME"), home.resolve(".config"))
              .resolve("systemd/user"),
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
}
