package bub.agent.model;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Name of a model as people write it: {@code openai/gpt-5}, {@code ollama/llama3.2}. */
public record ModelName(ModelProvider provider, String name) {

  /** The name may contain slashes; the exception has a message for people. */
  public static ModelName parse(String text) {
    int slash = text.indexOf('/');
    ModelProvider provider = slash < 0 ? null : provider(text.substring(0, slash));
    if (provider == null || slash == text.length() - 1) {
      throw new IllegalArgumentException(
          "\"%s\" is not a model name; use echo, or one of %s"
              .formatted(
                  text,
                  Arrays.stream(ModelProvider.values())
                      .map(each -> each.word() + "/NAME")
                      .collect(Collectors.joining(", "))));
    }
    return new ModelName(provider, text.substring(slash + 1));
  }

  private static @Nullable ModelProvider provider(String word) {
    for (ModelProvider provider : ModelProvider.values()) {
      if (provider.word().equals(word)) {
        return provider;
      }
    }
    return null;
  }

  @Override
  public String toString() {
    return provider.word() + "/" + name;
  }
}
