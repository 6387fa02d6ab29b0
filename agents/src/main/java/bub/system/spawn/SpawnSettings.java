package bub.system.spawn;

import bub.client.TimeSource;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings that are common to all agents.
 *
 * @param environment whole environment of an agent; contains keys of models, never a bus token
 * @param stateDir directory that a sandbox hides, except for the agent's own workspace
 */
public record SpawnSettings(
    Path runDir,
    Path stateDir,
    Map<String, String> environment,
    RestartPolicy restarts,
    UnitLimits limits,
    TimeSource time) {
  private static final Pattern HOW_TO_RUN =
      Pattern.compile("PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|JAVA_HOME");
  private static final Pattern HOW_TO_REACH =
      Pattern.compile(
          "(?i:https?_proxy|all_proxy|no_proxy)|SSL_CERT_(FILE|DIR)|[A-Z0-9_]+_(API_KEY|BASE_URL)"
              + "|(OPENAI|ANTHROPIC|GEMINI|GOOGLE|OLLAMA)_[A-Z0-9_]+|BUB_[A-Z0-9_]+");
  // An agent gets its own token and bus URL.
  private static final Pattern NOT_FOR_AGENTS = Pattern.compile("BUB_(TOKEN|BUS|RUN|STATE).*");

  public SpawnSettings {
    runDir = runDir.toAbsolutePath().normalize();
    stateDir = stateDir.toAbsolutePath().normalize();
    environment = Map.copyOf(environment);
  }

  public static SpawnSettings of(Path runDir, Path stateDir) {
    return new SpawnSettings(
        runDir,
        stateDir,
        visibleToAgents(System.getenv()),
        RestartPolicy.standard(),
        UnitLimits.standard(),
        TimeSource.system());
  }

  public SpawnSettings withEnvironment(Map<String, String> other) {
    return new SpawnSettings(runDir, stateDir, other, restarts, limits, time);
  }

  /** Sets one variable of every agent. */
  public SpawnSettings withVariable(String name, String value) {
    var other = new TreeMap<>(environment);
    other.put(name, value);
    return withEnvironment(other);
  }

  public SpawnSettings withRestarts(RestartPolicy other) {
    return new SpawnSettings(runDir, stateDir, environment, other, limits, time);
  }

  public SpawnSettings withLimits(UnitLimits other) {
    return new SpawnSettings(runDir, stateDir, environment, restarts, other, time);
  }

  /** Variables to run, and those to reach the model. */
  static Map<String, String> visibleToAgents(Map<String, String> environment) {
    var picked = new TreeMap<String, String>();
    environment.forEach(
        (name, value) -> {
          if (isForAgents(name)) {
            picked.put(name, value);
          }
        });
    return picked;
  }

  private static boolean isForAgents(String name) {
    return HOW_TO_RUN.matcher(name).matches()
        || HOW_TO_REACH.matcher(name).matches() && !NOT_FOR_AGENTS.matcher(name).matches();
  }
}
