package bub.agent.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Who makes a model, and the environment variables that lead to it. */
public enum ModelProvider {
  OPENAI,
  ANTHROPIC,
  GEMINI,
  OLLAMA;

  /** As it stands before the slash of a model's name. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Where its key is found, itself or with {@code _FILE} after it; null when it needs none. */
  @Nullable String keyVariable() {
    return this == OLLAMA ? null : name() + "_API_KEY";
  }

  /** Where the address of its server is found; the first that is set counts. */
  List<String> urlVariables() {
    return List.of("BUB_" + name() + "_BASE_URL", name() + "_BASE_URL");
  }
}
