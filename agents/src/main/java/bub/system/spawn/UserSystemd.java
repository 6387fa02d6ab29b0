package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** User's systemd, with variables that locate it. Safe for any thread; calls block. */
public record UserSystemd(Map<String, String> environment) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  public UserSystemd {
    environment = Map.copyOf(environment);
  }

  /** A service without a login session has no variables, so the default directory may serve. */
  public static UserSystemd ofThisUser() {
    return System.getenv("XDG_RUNTIME_DIR") == null
        ? listeningIn(Path.of("/run/user", userId()))
        : new UserSystemd(Map.of());
  }

  static UserSystemd listeningIn(Path runtimeDirectory) {
    Path socket = runtimeDirectory.resolve("bus");
    return new UserSystemd(
        Files.exists(socket)
            ? Map.of(
                "XDG_RUNTIME_DIR",
                runtimeDirectory.toString(),
                "DBUS_SESSION_BUS_ADDRESS",
                "unix:path=" + socket)
            : Map.of());
  }

  private static String userId() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").toString();
    } catch (IOException | UnsupportedOperationException notLinux) {
      return "unknown";
    }
  }

  /** Returns when the unit has started. */
  void start(String unit, List<String> properties, List<String> command) throws IOException {
    demand(command("systemd-run", List.of("--unit=" + unit, "--quiet"), properties, command));
  }

  /** The process has the pipes of the unit, and ends with it. */
  Process startPiped(String unit, List<String> properties, List<String> command)
      throws IOException {
    List<String> options = List.of("--unit=" + unit, "--pipe", "--wait", "--collect", "--quiet");
    var builder = new ProcessBuilder(command("systemd-run", options, properties, command));
    builder.environment().putAll(environment);
    return builder.start();
  }

  boolean canRun(List<String> properties, List<String> command) {
    try {
      List<String> options = List.of("--wait", "--collect", "--quiet");
      return run(command("systemd-run", options, properties, command)).isGood();
    } catch (IOException missing) {
      return false;
    }
  }

  private static List<String> command(
      String program, List<String> options, List<String> properties, List<String> command) {
    var all = new ArrayList<String>(List.of(program, "--user"));
    all.addAll(options);
    properties.forEach(property -> all.add("--property=" + property));
    all.add("--");
    // Systemd would expand variables.
    command.forEach(argument -> all.add(argument.replace("$", "$$")));
    return all;
  }

  /** Includes units that systemd does not know. */
  Map<String, UnitState> show(Collection<String> units) throws IOException {
    var command = new ArrayList<String>(List.of("systemctl", "--user", "show"));
    command.add("--property=" + String.join(",", UnitState.PROPERTIES));
    units.forEach(unit -> command.add(unit + UnitState.SUFFIX));
    var states = new HashMap<String, UnitState>();
    for (String paragraph : demand(command).split("\n\n", -1)) {
      if (!paragraph.isBlank()) {
        UnitState state = UnitState.read(paragraph);
        states.put(state.unit(), state);
      }
    }
    return states;
  }

  UnitState show(String unit) throws IOException {
    UnitState state = show(List.of(unit)).get(unit);
    if (state == null) {
      throw new IOException("systemd does not report the state of " + unit);
    }
    return state;
  }

  /** Returns when the unit has stopped. */
  void stop(String unit) throws IOException {
    demand(List.of("systemctl", "--user", "stop", unit + UnitState.SUFFIX));
  }

  /** Frees the name of a failed unit. */
  void forget(String unit) throws IOException {
    run(List.of("systemctl", "--user", "reset-failed", unit + UnitState.SUFFIX));
  }

  private String demand(List<String> command) throws IOException {
    Finished finished = run(command);
    if (!finished.isGood()) {
      throw new IOException(command.getFirst() + " failed: " + finished.output().strip());
    }
    return finished.output();
  }

  private record Finished(int code, String output) {
    boolean isGood() {
      return code == 0;
    }
  }

  private Finished run(List<String> command) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    // Platform thread: a virtual thread that waits on a pipe pins its carrier, and there are few.
    var output = new FutureTask<>(() -> process.inputReader(UTF_8).readAllAsString());
    Thread.ofPlatform().daemon().start(output);
    try {
      if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
      return new Finished(process.waitFor(), output.get());
    } catch (ExecutionException unreadable) {
      throw new IOException(
          "could not read the output of " + command.getFirst(), unreadable.getCause());
    } catch (InterruptedException stopped) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + command.getFirst() + " ran", stopped);
    }
  }
}
