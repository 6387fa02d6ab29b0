package bub.system.spawn;

import bub.client.TimeSource;
import java.nio.file.Path;
import java.util.Map;

/**
 * Settings that are common to all agents.
 *
 * @param environment whole environment of an agent; contains keys of models, never a bus token
 * @param runDir directory for the environment file
 * @param stateDir directory that a sandbox hides, except for the agent's own workspace
 */
public record SpawnSettings(
    Path runDir,
    Path stateDir,
    Map<String, String> environment,
    RestartPolicy restarts,
    UnitLimits limits,
    TimeSource time) {
  public SpawnSettings {
    runDir = runDir.toAbsolutePath().normalize();
    stateDir = stateDir.toAbsolutePath().normalize();
    environment = Map.copyOf(environment);
  }

  /** Default settings, with the variables of this process that agents may see. */
  public static SpawnSettings of(Path runDir, Path stateDir) {
    return new SpawnSettings(
        runDir,
        stateDir,
        AgentEnvironment.of(System.getenv()),
        RestartPolicy.standard(),
        UnitLimits.standard(),
        TimeSource.system());
  }

  public SpawnSettings withEnvironment(Map<String, String> other) {
    return new SpawnSettings(runDir, stateDir, other, restarts, limits, time);
  }

  public SpawnSettings withRestarts(RestartPolicy other) {
    return new SpawnSettings(runDir, stateDir, environment, other, limits, time);
  }

  public SpawnSettings withLimits(UnitLimits other) {
    return new SpawnSettings(runDir, stateDir, environment, restarts, other, time);
  }
}
