package bub.agent.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Access data of a model; the URL is null for the provider's own, the key when none is needed. */
public record ModelAccess(ModelName model, @Nullable String baseUrl, @Nullable String key) {

  /** Thrown with a message that says what to change. */
  public static final class Missing extends Exception {
    private static final long serialVersionUID = 1L;

    Missing(String message) {
      super(message);
    }
  }

  /** Called for every request. */
  public static ModelAccess find(ModelName model, Map<String, String> environment) throws Missing {
    ModelProvider provider = model.provider();
    String baseUrl = null;
    for (String variable : provider.urlVariables()) {
      baseUrl = baseUrl == null ? set(environment, variable) : baseUrl;
    }
    String key = key(provider, environment);
    // Private servers that speak OpenAI's protocol often need no key.
    if (key == null && provider.keyVariable() != null && baseUrl == null) {
      throw new Missing(
          "there is no API key for %s; set %s, or set %s_FILE to the path of a file with the key"
              .formatted(model, provider.keyVariable(), provider.keyVariable()));
    }
    return new ModelAccess(model, baseUrl, key);
  }

  private static @Nullable String key(ModelProvider provider, Map<String, String> environment)
      throws Missing {
    String variable = provider.keyVariable();
    if (variable == null) {
      return null;
    }
    String key = set(environment, variable);
    String file = set(environment, variable + "_FILE");
    if (key != null || file == null) {
      return key;
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException | InvalidPathException unreadable) {
      throw new Missing("the API key file in " + variable + "_FILE cannot be read");
    }
  }

  private static @Nullable String set(Map<String, String> environment, String variable) {
    String value = environment.get(variable);
    return value == null || value.isBlank() ? null : value.strip();
  }

  /** Omits the key. */
  @Override
  public String toString() {
    return baseUrl == null ? model.toString() : model + " at " + baseUrl;
  }
}
