package bub.cli.token;

import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.protocol.Pattern;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub token list}: lists the tokens and their rights, never the secrets. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists tokens and their permissions.")
final class TokenListCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(names = "--json", description = "Print the tokens as JSON.")
  private boolean json;

  TokenListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var tokens = new TokenAdministration(directories.resolve());
    List<StoredToken> grants = tokens.list();
    if (json) {
      JsonValue list =
          out -> {
            out.beginArray();
            grants.forEach(grant -> write(out, grant));
            out.endArray();
          };
      screen.line(list.toRaw().toString());
    } else {
      if (!tokens.isLocked()) {
        screen.line("No tokens: every program on this machine can connect to the bus.");
      }
      grants.forEach(this::show);
    }
    return ExitCodes.OK;
  }

  private static void write(JsonWriter out, StoredToken grant) {
    Principal principal = grant.principal();
    Instant expiresAt = principal.expiresAt();
    out.beginObject().field("id", principal.id()).field("clientId", principal.clientId().text());
    write(out.name("subscribe"), principal.subscribe().stream().map(Pattern::text).toList());
    write(out.name("sendAs"), principal.sendAs().stream().map(Pattern::text).toList());
    write(out.name("types"), List.copyOf(principal.types()));
    out.field("operator", principal.operator()).field("intercept", principal.intercept());
    out.field("chat", principal.chat()).field("reserved", grant.reserved());
    write(out.name("readWorkspaces"), principal.workspaces().stream().map(Pattern::text).toList());
    out.field("createdAt", grant.createdAt().toString());
    out.optional("expiresAt", expiresAt == null ? null : expiresAt.toString()).endObject();
  }

  private static void write(JsonWriter out, List<String> words) {
    out.beginArray();
    words.forEach(out::value);
    out.endArray();
  }

  private void show(StoredToken grant) {
    Principal principal = grant.principal();
    var words = new ArrayList<String>();
    add(words, "listens", principal.subscribe());
    add(words, "sends as", principal.sendAs());
    if (!principal.types().isEmpty()) {
      words.add("types " + String.join(" ", principal.types()));
    }
    if (principal.intercept()) {
      words.add("intercepts");
    }
    if (principal.operator()) {
      words.add("operator");
    }
    add(words, "reads workspaces", principal.workspaces());
    if (principal.chat()) {
      words.add("chat");
    }
    if (grant.reserved()) {
      words.add("reserved id");
    }
    Instant expiresAt = principal.expiresAt();
    if (expiresAt != null) {
      words.add((principal.isExpired(Instant.now()) ? "EXPIRED " : "until ") + expiresAt);
    }
    screen.line(
        screen.bold(principal.id())
            + "  "
            + "%-24s".formatted(principal.clientId())
            + "  "
            + String.join(", ", words));
  }

  private static void add(List<String> words, String verb, List<Pattern> patterns) {
    if (!patterns.isEmpty()) {
      words.add(verb + " " + String.join(" ", patterns.stream().map(Pattern::text).toList()));
    }
  }
}
