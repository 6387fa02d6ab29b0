package bub.system.spawn;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Programs in units of the user's systemd whose input and output belong to this process, with the
 * protections of agents.
 */
public final class PipedUnits {
  private static final Logger LOG = LoggerFactory.getLogger(PipedUnits.class);
  private static final Set<String> CACHES =
      Set.of("npm_config_cache", "UV_CACHE_DIR", "XDG_CACHE_HOME");

  /**
   * Program to run.
   *
   * @param workspace directory that it may change, with links resolved
   * @param directory working directory
   * @param writable other files and directories that it may change
   * @param environment its whole environment; it may hold secrets, which no command line shows
   */
  public record PipedProgram(
      Address owner,
      List<String> command,
      Path workspace,
      Path directory,
      List<Path> writable,
      Map<String, String> environment) {}

  private final SpawnSettings settings;
  private final UserSystemd manager;
  private final Sandbox sandbox;

  PipedUnits(SpawnSettings settings, UserSystemd manager, Sandbox sandbox) {
    this.settings = settings;
    this.manager = manager;
    this.sandbox = sandbox;
  }

  /** Returns a process that ends with its unit; when it is destroyed, the unit ends, too. */
  public Process start(PipedProgram program) throws IOException {
    var launch = new AgentLaunch(program.owner(), program.workspace(), null, program.command());
    stop(launch.unit());
    Files.createDirectories(program.workspace().resolve("logs")); // the sandbox protects it
    var environment =
        new SystemdSpawner.EnvironmentFile(settings.runDir().resolve(launch.unit() + ".env"));
    environment.write(withCaches(program));
    Process process =
        manager.startPiped(
            launch.unit(), properties(program, launch, environment), program.command());
    process
        .onExit()
        .thenRunAsync(
            () -> {
              try {
                stop(launch.unit());
                Files.deleteIfExists(environment.path());
              } catch (IOException failed) {
                LOG.warn("Cannot stop the unit {}: {}", launch.unit(), failed.getMessage());
              }
            },
            task -> Thread.ofPlatform().daemon().name("stop-" + launch.unit()).start(task));
    return process;
  }

  private void stop(String unit) throws IOException {
    UnitState state = manager.show(unit);
    if (state.isLive() || state.isOnItsWayDown()) {
      manager.stop(unit);
    }
    if (state.isKnown()) {
      manager.forget(unit);
    }
  }

  /** The home is read-only, so package runners need a place for what they load. */
  private static Map<String, String> withCaches(PipedProgram program) {
    var environment = new TreeMap<>(program.environment());
    String cache = program.workspace().resolve("cache").toString();
    CACHES.forEach(name -> environment.putIfAbsent(name, cache));
    return environment;
  }

  private List<String> properties(
      PipedProgram program, AgentLaunch launch, SystemdSpawner.EnvironmentFile environment) {
    var properties = new ArrayList<String>();
    properties.add("Description=bub " + launch.clientId());
    properties.add("WorkingDirectory=" + program.directory());
    properties.add("EnvironmentFile=" + environment.path());
    properties.add("TimeoutStopSec=2s");
    properties.addAll(settings.limits().properties());
    properties.addAll(sandbox.of(launch, settings.stateDir()));
    for (Path path : program.writable()) {
      // Inside the hidden state directory, only what is bound is there at all.
      String property = path.startsWith(settings.stateDir()) ? "BindPaths=" : "ReadWritePaths=";
      properties.add(property + Sandbox.quoted(path));
    }
    return properties;
  }
}
