package bub.cli.agents;

import bub.agent.model.EchoModel;
import bub.agent.model.ModelAccess;
import bub.agent.model.ModelName;
import bub.agent.model.ModelProvider;
import bub.cli.option.Spelling;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Check of a model's name and key before agents start, without a call; a null model is echo. */
record ModelPreflight(@Nullable String model, Map<String, String> environment) {
  private static final Map<String, ModelProvider> FAMILIES =
      Map.ofEntries(
          Map.entry("gpt", ModelProvider.OPENAI),
          Map.entry("chatgpt", ModelProvider.OPENAI),
          Map.entry("o1", ModelProvider.OPENAI),
          Map.entry("o3", ModelProvider.OPENAI),
          Map.entry("o4", ModelProvider.OPENAI),
          Map.entry("claude", ModelProvider.ANTHROPIC),
          Map.entry("gemini", ModelProvider.GEMINI),
          Map.entry("llama", ModelProvider.OLLAMA),
          Map.entry("qwen", ModelProvider.OLLAMA),
          Map.entry("mistral", ModelProvider.OLLAMA),
          Map.entry("gemma", ModelProvider.OLLAMA),
          Map.entry("phi", ModelProvider.OLLAMA),
          Map.entry("deepseek", ModelProvider.OLLAMA));

  void report(Screen screen, boolean strict) throws CommandFailure {
    CommandFailure problem = problem();
    if (problem == null) {
      return;
    }
    if (strict) {
      throw problem;
    }
    screen.problem("Warning: " + problem.getMessage());
    problem.hints().forEach(screen::hint);
  }

  /** Returns null when the model can be used. */
  @Nullable CommandFailure problem() {
    if (model == null || model.isBlank() || model.equals(EchoModel.NAME)) {
      return null;
    }
    ModelName name;
    try {
      name = ModelName.parse(model);
    } catch (IllegalArgumentException unknown) {
      return misspelled(model);
    }
    try {
      ModelAccess.find(name, environment);
      return null;
    } catch (ModelAccess.Missing missing) {
      return new CommandFailure(
          ExitCodes.CONFIG,
          "Agents cannot use the model " + model + ": " + missing.getMessage(),
          "To check it:  bub doctor --model " + model);
    }
  }

  private static CommandFailure misspelled(String text) {
    var hints = new ArrayList<String>();
    String meant = meant(text);
    if (meant != null) {
      hints.add("Did you mean '" + meant + "'?");
    }
    hints.add("Models: echo, " + String.join(", ", words().map(word -> word + "/NAME").toList()));
    return new CommandFailure(
        ExitCodes.CONFIG,
        "Unknown model '" + text + "'. Agents cannot answer.",
        hints.toArray(String[]::new));
  }

  /** Returns null when no name is similar. */
  private static @Nullable String meant(String text) {
    int slash = text.indexOf('/');
    String name = text.substring(slash + 1);
    List<String> known = words().toList();
    String provider = slash < 0 ? null : Spelling.nearest(text.substring(0, slash), known);
    if (provider == null) {
      provider = familyOf(name);
    }
    if (provider != null && !name.isEmpty()) {
      return provider + "/" + name;
    }
    return slash < 0 ? Spelling.nearest(text, List.of(EchoModel.NAME)) : null;
  }

  private static @Nullable String familyOf(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return FAMILIES.entrySet().stream()
        .filter(family -> lower.startsWith(family.getKey()))
        .map(family -> family.getValue().word())
        .findFirst()
        .orElse(null);
  }

  private static Stream<String> words() {
    return Stream.of(ModelProvider.values()).map(ModelProvider::word);
  }
}
