package bub.cli.agents;

import bub.agent.model.Access;
import bub.agent.model.EchoModel;
import bub.agent.model.ModelName;
import bub.agent.model.Provider;
import bub.cli.option.Spelling;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Refusal;
import bub.cli.screen.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks the name and the key of a model before agents start, so that nobody has to ask an agent to
 * learn of a typo. The model itself is not called.
 *
 * @param model as provider/name; null means echo
 */
record ModelPreflight(@Nullable String model, Map<String, String> environment) {
  /** Beginnings of well-known model names. */
  private static final Map<String, Provider> FAMILIES =
      Map.ofEntries(
          Map.entry("gpt", Provider.OPENAI),
          Map.entry("chatgpt", Provider.OPENAI),
          Map.entry("o1", Provider.OPENAI),
          Map.entry("o3", Provider.OPENAI),
          Map.entry("o4", Provider.OPENAI),
          Map.entry("claude", Provider.ANTHROPIC),
          Map.entry("gemini", Provider.GEMINI),
          Map.entry("llama", Provider.OLLAMA),
          Map.entry("qwen", Provider.OLLAMA),
          Map.entry("mistral", Provider.OLLAMA),
          Map.entry("gemma", Provider.OLLAMA),
          Map.entry("phi", Provider.OLLAMA),
          Map.entry("deepseek", Provider.OLLAMA));

  /** Reports a problem on the screen, or refuses to go on when {@code strict}. */
  void report(Screen screen, boolean strict) throws Refusal {
    Refusal problem = problem();
    if (problem == null) {
      return;
    }
    if (strict) {
      throw problem;
    }
    screen.problem("warning: " + problem.getMessage());
    problem.hints().forEach(screen::hint);
  }

  /** Null when the model can be used. */
  @Nullable Refusal problem() {
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
      Access.find(name, environment);
      return null;
    } catch (Access.Missing missing) {
      return new Refusal(
          ExitCodes.CONFIG,
          "Agents cannot use the model " + model + ": " + missing.getMessage(),
          "To check it:  bub doctor --model " + model);
    }
  }

  private static Refusal misspelled(String text) {
    var hints = new ArrayList<String>();
    String meant = meant(text);
    if (meant != null) {
      hints.add("Did you mean '" + meant + "'?");
    }
    hints.add("Models: echo, " + String.join(", ", words().map(word -> word + "/NAME").toList()));
    return new Refusal(
        ExitCodes.CONFIG,
        "There is no model '" + text + "': agents could not answer",
        hints.toArray(String[]::new));
  }

  /** The name that was probably meant, or null when nothing is similar. */
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
    return Stream.of(Provider.values()).map(Provider::word);
  }
}
