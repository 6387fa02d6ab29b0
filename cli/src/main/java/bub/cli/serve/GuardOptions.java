package bub.cli.serve;

import bub.bus.policy.GuardExceptions;
import bub.bus.policy.GuardLimits;
import bub.bus.trace.GuardSettings;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.ValidText.PatternText;
import bub.cli.option.WholeNumber.PositiveNumber;
import bub.protocol.Pattern;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for the loop guard. */
@InSection(Section.LIMITS)
public final class GuardOptions {
  enum Switch {
    ON,
    OFF
  }

  @Option(
      names = "--guard",
      defaultValue = "on",
      paramLabel = "on|off",
      description = "Refuse endless loops between agents (default: ${DEFAULT-VALUE}).")
  Switch guard = Switch.ON;

  @Option(
      names = "--guard-messages",
      defaultValue = "200",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of messages between the agents of one turn (default: ${DEFAULT-VALUE}).")
  int messages;

  @Option(
      names = "--guard-depth",
      defaultValue = "32",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of messages in a row that each result from the one before (default:"
              + " ${DEFAULT-VALUE}).")
  int depth;

  @Option(
      names = "--guard-turns",
      defaultValue = "60",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of messages per minute of an agent that answers other agents without a"
              + " person in the turn (default: ${DEFAULT-VALUE}).")
  int turns;

  @Option(
      names = "--guard-cycles",
      defaultValue = "100",
      paramLabel = "N",
      converter = PositiveNumber.class,
      description =
          "Maximum number of times per minute that the same text may come around between agents"
              + " that name no causes (default: ${DEFAULT-VALUE}).")
  int cycles;

  @Option(
      names = "--guard-exempt",
      split = ",",
      paramLabel = "PATTERN",
      converter = PatternText.class,
      description = "Do not limit these senders, such as agent:ticker or agent:feed-*.")
  List<String> exempt = List.of();

  GuardSettings settings() {
    int repeats = GuardLimits.STANDARD.repeats();
    return new GuardSettings(
        guard == Switch.ON,
        new GuardLimits(messages, depth, repeats, cycles, turns),
        new GuardExceptions(exempt.stream().map(Pattern::of).toList(), List.of()));
  }
}
