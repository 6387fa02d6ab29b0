package bub.cli.hook;

import picocli.CommandLine.Command;

/** {@code bub hooks}: manages hooks. */
@Command(
    name = "hooks",
    mixinStandardHelpOptions = true,
    description = {
      "Lets services elsewhere send messages by HTTP.",
      "A service, such as a code host, a monitor or a form, posts JSON to /hooks/NAME on the port"
          + " of the web console. bub checks its secret or signature and sends the text to an"
          + " agent, or to the agent of a chat."
    },
    footer = {
      "",
      "Examples:",
      "",
      "  bub hooks add github --to agent:reviewer --signature github",
      "  bub hooks add alarm --to tg:123456789",
      "  bub hooks test alarm --body '{\"status\":\"down\"}'",
      "  bub hooks list"
    },
    subcommands = {
      HooksAddCommand.class,
      HooksListCommand.class,
      HooksTestCommand.class,
      HooksRemoveCommand.class
    })
public final class HooksCommand {}
