package bub.system.spawn;

import bub.client.TimeSource;
import java.nio.file.Path;
import java.util.Map;

/**
 * What every agent gets.
 *
 * @param environment all of its environment; keys of models are here, a bus token never is
 * @param runDir where a file with the environment may be kept
 * @param stateDir what a sandbox hides, except for the agent's own workspace
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

  /** The usual settings, and of this process's environment what agents may know. */
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
