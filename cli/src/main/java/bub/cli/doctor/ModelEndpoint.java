package bub.cli.doctor;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Provider of models, with its server and the variable of its key. */
enum ModelEndpoint {
  OPENAI("https://api.openai.com/v1", "OPENAI_API_KEY"),
  ANTHROPIC("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY"),
  GEMINI("https://generativelanguage.googleapis.com", "GEMINI_API_KEY"),
  OLLAMA("http://127.0.0.1:11434", null);

  private final String usualUrl;
  private final @Nullable String keyVariable;

  ModelEndpoint(String usualUrl, @Nullable String keyVariable) {
    this.usualUrl = usualUrl;
    this.keyVariable = keyVariable;
  }

  /** Returns the provider of {@code provider/name}; null when the name has none. */
  static @Nullable ModelEndpoint of(String model) {
    for (ModelEndpoint maker : values()) {
      String prefix = maker.word() + "/";
      if (model.startsWith(prefix) && model.length() > prefix.length()) {
        return maker;
      }
    }
    return null;
  }

  /** Returns the forms of model names, for users. */
  static String names() {
    return Stream.of(values())
        .map(maker -> maker.word() + "/NAME")
        .collect(Collectors.joining(", "));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  URI usualUrl() {
    return URI.create(usualUrl);
  }

  /** Null when the provider needs no key. */
  @Nullable String keyVariable() {
    return keyVariable;
  }

  /** Variables that name another server; the first one that is set applies. */
  List<String> urlVariables() {
    return List.of("BUB_" + name() + "_BASE_URL", name() + "_BASE_URL");
  }
}
