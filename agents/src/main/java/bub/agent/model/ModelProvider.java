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

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** With the API key, or with suffix {@code _FILE}; null when no key is needed. */
  @Nullable String keyVariable() {
    return this == OLLAMA ? null : name() + "_API_KEY";
  }

  /** Highest priority first. */
  List<String> urlVariables() {
    return List.of("BUB_" + name() + "_BASE_URL", name() + "_BASE_URL");
  }
}
