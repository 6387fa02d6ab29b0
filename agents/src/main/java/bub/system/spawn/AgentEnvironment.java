package bub.system.spawn;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Selects the environment variables that an agent may see: those to run, and those to reach its
 * model.
 */
public final class AgentEnvironment {
  private static final Pattern HOW_TO_RUN =
      Pattern.compile("PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|JAVA_HOME");
  private static final Pattern HOW_TO_REACH =
      Pattern.compile(
          "(?i:https?_proxy|all_proxy|no_proxy)|SSL_CERT_(FILE|DIR)|[A-Z0-9_]+_(API_KEY|BASE_URL)"
              + "|(OPENAI|ANTHROPIC|GEMINI|GOOGLE|OLLAMA)_[A-Z0-9_]+|BUB_[A-Z0-9_]+");
  // Variables of the system agent: an agent gets its own token and bus URL.
  private static final Pattern NOT_FOR_AGENTS = Pattern.compile("BUB_(TOKEN|BUS|RUN|STATE).*");

  private AgentEnvironment() {}

  public static Map<String, String> of(Map<String, String> environment) {
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
