package bub.cli.token;

import bub.bus.policy.OperatorOrders;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TypeRules;
import bub.bus.policy.TypeRules.RoleRule;
import bub.cli.connect.DirectoryOptions;
import bub.cli.connect.TokenAdministration;
import bub.cli.option.ValidText.AddressText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.serve.RuleOptions;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub policy explain}: tells whether the bus would accept a message, and by which rule. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Says whether the bus allows a message, and by which rule.",
    footer = {
      "",
      "Exit codes: 0 allowed, 1 refused.",
      "",
      "Examples:",
      "",
      "  bub policy explain --from agent:a --to tg:1 --type tg_message",
      "  bub policy explain --from tg:5 --to agent:a --type ping --as telegram-bridge"
    })
final class PolicyExplainCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();
  @Mixin private RuleOptions rules = new RuleOptions();

  @Option(
      names = "--from",
      required = true,
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Address of the sender.")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Address of the recipient.")
  private String to = "";

  @Option(
      names = "--type",
      required = true,
      paramLabel = "TYPE",
      description = "Type of the payload.")
  private String type = "";

  @Option(
      names = "--as",
      paramLabel = "PRINCIPAL",
      converter = AddressText.class,
      description = "Client id or token id of the sender (default: the address in --from).")
  private @Nullable String as;

  PolicyExplainCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws IOException, CommandFailure {
    var sender = new Address(from);
    screen.line(Screen.oneLine(sender + " → " + new Address(to) + "  " + type));
    boolean mayBeSender = explainSender(sender);
    boolean mayBeType = explainType(sender);
    boolean allowed = mayBeSender && mayBeType;
    screen.line(allowed ? screen.green("yes") : screen.red("no"));
    return allowed ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private boolean explainSender(Address sender) throws IOException {
    var tokens = new TokenAdministration(directories.resolve());
    if (!tokens.isLocked()) {
      return say(
          true,
          "from: the bus is open: any address except those of other peers, bub's own parts and"
              + " bridges");
    }
    Principal principal = principal(tokens.list());
    if (principal == null) {
      return say(false, "from: the bus is locked, and " + who() + " has no token");
    }
    String token = "token " + principal.id() + " of " + principal.clientId();
    if (principal.isExpired(Instant.now())) {
      return say(false, "from: " + token + " has expired");
    }
    boolean sendAs =
        say(principal.maySendAs(sender), "from: " + token + " may send as " + grants(principal));
    boolean types =
        principal.types().isEmpty()
            || readableWorkspaces() != null
            || say(
                principal.maySend(type),
                "type: " + token + " may send " + String.join(", ", principal.types()));
    return sendAs && types;
  }

  private static String grants(Principal principal) {
    var granted = new ArrayList<>(List.of(principal.clientId().text()));
    principal.sendAs().forEach(pattern -> granted.add(pattern.text()));
    return String.join(", ", granted);
  }

  private @Nullable Principal principal(List<StoredToken> grants) {
    for (StoredToken grant : grants) {
      Principal principal = grant.principal();
      if (principal.id().equals(who()) || principal.clientId().text().equals(who())) {
        return principal;
      }
    }
    return null;
  }

  private String who() {
    return as == null ? from : as;
  }

  private boolean explainType(Address sender) throws IOException, CommandFailure {
    if (OperatorOrders.isOne(type) && isOperator()) {
      return explainGrant()
          && say(true, "type: " + type + " is an order, " + who() + " is an operator");
    }
    if (OperatorOrders.isOne(type) && !OperatorOrders.isOpenToOthers(sender, type)) {
      String workspaces = readableWorkspaces();
      if (workspaces != null) {
        return say(true, "type: " + who() + " may read the workspaces " + workspaces);
      }
      return say(false, "type: " + type + " is an order, " + who() + " is not an operator");
    }
    TypeRules types = rules.typeRules();
    boolean allowed = types.allow(sender, type, false);
    RoleRule role = types.roleOf(sender);
    String whose = sender + " has " + (role == null ? "no role" : "role " + role.name());
    if (types.isProtected(type)) {
      return say(allowed, "type: " + type + " is protected, " + whose);
    }
    return say(
        allowed,
        types.isStrict() ? "type: types are strict, " + whose : "type: " + type + " is free");
  }

  /** Null for another message, or without a grant. */
  private @Nullable String readableWorkspaces() throws IOException {
    Principal principal = knownPrincipal();
    return principal == null || !OperatorOrders.isWorkspaceRead(new Address(to), type)
        ? null
        : principal.workspaces().stream()
            .map(Pattern::text)
            .reduce((a, b) -> a + ", " + b)
            .orElse(null);
  }

  private boolean isOperator() throws IOException {
    return OperatorOrders.isOperator(new Address(who()), knownPrincipal());
  }

  private boolean explainGrant() throws IOException {
    Principal principal = knownPrincipal();
    return principal == null
        || OperatorOrders.isGranted(principal, new Address(to), type)
        || say(false, "to: " + who() + " may not write in " + to);
  }

  private @Nullable Principal knownPrincipal() throws IOException {
    return principal(new TokenAdministration(directories.resolve()).list());
  }

  private boolean say(boolean allowed, String rule) {
    String word = allowed ? screen.green("yes") : screen.red("no ");
    screen.line("  " + word + "  " + Screen.oneLine(rule));
    return allowed;
  }
}
