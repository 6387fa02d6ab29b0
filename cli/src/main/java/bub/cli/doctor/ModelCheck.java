package bub.cli.doctor;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Check of the agents' model, its key and its server; never shows, sends or stores the key. */
record ModelCheck(@Nullable String model, Function<String, @Nullable String> environment)
    implements Check {
  private static final String BUILT_IN = "echo";
  private static final String CHOOSE =
      "Set one:  export BUB_MODEL=openai/NAME OPENAI_API_KEY_FILE=FILE   (or anthropic/,"
          + " gemini/, ollama/)";

  @Override
  public String name() {
    return "model";
  }

  @Override
  public Finding look() {
    if (model == null || model.isBlank()) {
      return Finding.caution("not set, so agents only repeat messages", CHOOSE);
    }
    if (model.equals(BUILT_IN)) {
      return Finding.fine(BUILT_IN + ", which repeats messages");
    }
    ModelEndpoint maker = ModelEndpoint.of(model);
    return maker == null
        ? Finding.broken(
            "unknown model '" + model + "'", "Use echo, or one of " + ModelEndpoint.names())
        : judge(model, maker);
  }

  private Finding judge(String wanted, ModelEndpoint maker) {
    String base = null;
    for (String variable : maker.urlVariables()) {
      base = base == null ? set(variable) : base;
    }
    Finding noKey = lookForKey(wanted, maker, base != null);
    if (noKey != null) {
      return noKey;
    }
    URI url;
    try {
      url = base == null ? maker.usualUrl() : URI.create(base);
    } catch (IllegalArgumentException wrong) {
      return Finding.broken(
          wanted + ": " + base + " is not a URL",
          "Set " + String.join(" or ", maker.urlVariables()));
    }
    String problem = Reachability.problemWith(url);
    return problem == null
        ? Finding.fine(wanted + " at " + url.getHost() + ", which accepts connections")
        : Finding.broken(
            wanted + " at " + url.getHost() + ": " + problem,
            "To test the connection:  curl -I " + url,
            "To use another server:   export " + maker.urlVariables().getFirst() + "=URL");
  }

  /** Returns null when the key is fine. */
  private @Nullable Finding lookForKey(String wanted, ModelEndpoint maker, boolean ownServer) {
    String variable = maker.keyVariable();
    if (variable == null || set(variable) != null) {
      return null;
    }
    String file = set(variable + "_FILE");
    if (file != null) {
      return isReadable(file)
          ? null
          : Finding.broken(
              wanted + ": cannot read the file in " + variable + "_FILE",
              "Make it readable for this user with chown and chmod 600");
    }
    // A user's own server for a provider's protocol often needs no key.
    return ownServer
        ? null
        : Finding.broken(
            wanted + ": no API key is set",
            "Set " + variable + ", or set " + variable + "_FILE to the path of a key file");
  }

  private static boolean isReadable(String file) {
    try {
      return Files.isReadable(Path.of(file));
    } catch (InvalidPathException wrong) {
      return false;
    }
  }

  private @Nullable String set(String variable) {
    String value = environment.apply(variable);
    return value == null || value.isBlank() ? null : value.strip();
  }

  private enum ModelEndpoint {
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

    /** Returns null when the name has no provider. */
    static @Nullable ModelEndpoint of(String model) {
      for (ModelEndpoint maker : values()) {
        String prefix = maker.word() + "/";
        if (model.startsWith(prefix) && model.length() > prefix.length()) {
          return maker;
        }
      }
      return null;
    }

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

    /** Returns null when the provider needs no key. */
    @Nullable String keyVariable() {
      return keyVariable;
    }

    /** The first variable that is set applies. */
    List<String> urlVariables() {
      return List.of("BUB_" + name() + "_BASE_URL", name() + "_BASE_URL");
    }
  }
}
