package bub.cli.token;

import bub.bus.policy.Principal;
import bub.bus.policy.TokenSecret;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.ValidText.PatternText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.TimeSpan;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub token create}: creates a token for one clientId and prints it once. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    description = "Creates a token for one client id and shows it once.",
    footer = {
      "",
      "Examples:",
      "",
      "  bub token create --client-id agent:worker",
      "  bub token create --client-id relay --subscribe 'tg:*' --send-as 'tg:*' --chat",
      "  bub token create --client-id agent:backup --read-workspace 'terminal:*'",
      "  bub token create --client-id ops --operator --expires 90d --out ops.token"
    })
final class TokenCreateCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--client-id",
      required = true,
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Client id that may use the token.")
  private String clientId = "";

  @Option(
      names = "--subscribe",
      paramLabel = "PATTERN",
      converter = PatternText.class,
      description = "Let the client subscribe to this pattern and its own address; repeatable.")
  private List<String> subscribe = List.of();

  @Option(
      names = "--send-as",
      paramLabel = "PATTERN",
      converter = PatternText.class,
      description = "Let the client send as these addresses and its own; repeatable.")
  private List<String> sendAs = List.of();

  @Option(
      names = "--types",
      paramLabel = "TYPE",
      split = ",",
      description =
          "Let the client send only these message types (default: all types of its role).")
  private List<String> types = List.of();

  @Option(
      names = "--intercept",
      description = "Let the client see messages of other peers first and halt them.")
  private boolean intercept;

  @Option(
      names = "--operator",
      description = "Let the client read status, log and metrics, and manage agents.")
  private boolean operator;

  @Option(
      names = "--chat",
      description = "Tell the bus that people write through the client: no loop guard for it.")
  private boolean chat;

  @Option(
      names = "--read-workspace",
      paramLabel = "PATTERN",
      converter = PatternText.class,
      description =
          "Let the client read the files of these agents, as CHANNEL:CHAT_ID, such as"
              + " 'terminal:me' or 'telegram:*'; repeatable.")
  private List<String> readWorkspaces = List.of();

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Expire after this time, such as 90d (default: never).")
  private @Nullable Duration expires;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the token to FILE (mode 0600) instead of showing it.")
  private @Nullable Path out;

  TokenCreateCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    BubDirectories where = directories.resolve();
    where.create();
    var tokens = new TokenAdministration(where);
    boolean wasLocked = tokens.isLocked();
    TokenSecret secret = tokens.create(this::principal, out);
    if (out == null) {
      screen.line(secret.text());
      screen.hint("Store it now. It will not be shown again.");
    } else {
      screen.hint("Wrote the token to " + out);
    }
    screen.hint("Token " + secret.id() + " is for " + clientId);
    if (!wasLocked) {
      screen.hint(
          "The bus of " + where.state() + " is now locked. Every connection needs a token.");
    }
    return ExitCodes.OK;
  }

  private Principal principal(String id) {
    Instant now = Instant.now();
    var principal =
        new Principal(
            id,
            Pattern.exactly(new Address(clientId)),
            subscribe.stream().map(Pattern::of).toList(),
            sendAs.stream().map(Pattern::of).toList(),
            new LinkedHashSet<>(types),
            intercept,
            operator,
            chat,
            expires == null ? null : now.plus(expires));
    return principal.withWorkspaces(readWorkspaces.stream().map(Pattern::of).toList());
  }
}
