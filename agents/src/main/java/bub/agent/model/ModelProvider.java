package bub.agent.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Provider of models, with the environment variables for access to it. */
public enum ModelProvider {
  OPENAI,
  ANTHROPIC,
  GEMINI,
  OLLAMA;

  /** Name before the slash of a model name. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Variable with the API key, as it is or with suffix {@code _FILE}; null when no key is needed.
   */
  @Nullable String keyVariable() {
    return this == OLLAMA ? null : name() + "_API_KEY";
  }

  /** Variables with the URL of the provider's server, highest priority first. */
  List<String> urlVariables() {
    return List.of("BUB_" + name() + "_BASE_URL", name() + "_BASE_URL");
  }
}
