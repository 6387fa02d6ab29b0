package bub.cli.token;

import bub.bus.policy.Principal;
import bub.bus.policy.Secret;
import bub.cli.reach.Directories;
import bub.cli.reach.DirectoryOptions;
import bub.cli.reach.Tokens;
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

/** {@code bub token create}: a token for one clientId, shown once. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    description = "Makes a token for one clientId and shows it once.",
    footer = {
      "",
      "  bub token create --client-id agent:worker",
      "  bub token create --client-id telegram-bridge --subscribe 'tg:*' --send-as 'tg:*'",
      "  bub token create --client-id agent:ops --operator --expires 90d --out ops.token"
    })
final class TokenCreateCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Option(
      names = "--client-id",
      required = true,
      paramLabel = "ADDRESS",
      description = "The one clientId that may use it.")
  private String clientId = "";

  @Option(
      names = "--subscribe",
      paramLabel = "PATTERN",
      description = "What it may listen to beside its own address; repeatable.")
  private List<String> subscribe = List.of();

  @Option(
      names = "--send-as",
      paramLabel = "PATTERN",
      description = "What it may send as beside its own address; repeatable.")
  private List<String> sendAs = List.of();

  @Option(
      names = "--types",
      paramLabel = "TYPE",
      split = ",",
      description = "The only message types it may send (default: all of its role).")
  private List<String> types = List.of();

  @Option(
      names = "--intercept",
      description = "It may see other peers' messages first, and halt them.")
  private boolean intercept;

  @Option(names = "--operator", description = "It may look into the bus: status, log, metrics.")
  private boolean operator;

  @Option(
      names = "--expires",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Stops working after this time, such as 90d (default: never).")
  private @Nullable Duration expires;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the token to FILE, for its owner only, instead of showing it.")
  private @Nullable Path out;

  TokenCreateCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Directories where = directories.resolve();
    where.create();
    var tokens = new Tokens(where);
    boolean wasLocked = tokens.isLocked();
    Secret secret = tokens.create(this::principal, out);
    if (out == null) {
      screen.line(secret.text());
      screen.hint("keep it now: it is not shown again");
    } else {
      screen.hint("written to " + out);
    }
    screen.hint("token " + secret.id() + " is for " + clientId);
    if (!wasLocked) {
      screen.hint("the bus of " + where.state() + " is locked now: every connection needs a token");
    }
    return ExitCodes.OK;
  }

  private Principal principal(String id) {
    Instant now = Instant.now();
    return new Principal(
        id,
        Pattern.exactly(new Address(clientId)),
        subscribe.stream().map(Pattern::of).toList(),
        sendAs.stream().map(Pattern::of).toList(),
        new LinkedHashSet<>(types),
        intercept,
        operator,
        expires == null ? null : now.plus(expires));
  }
}
