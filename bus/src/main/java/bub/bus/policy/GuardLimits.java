package bub.bus.policy;

import bub.json.Fields;
import bub.json.InvalidField;
import java.util.List;

/**
 * Limits of the loop guard for one sender.
 *
 * @param messages messages per trace to agents that have already sent in it
 * @param depth causes in a row that lead to a message
 * @param repeats occurrence of the same exchange within a trace that is refused
 * @param cycles times per minute that the same text may come around without causes
 * @param turns messages per minute of one agent in traces without a person
 */
public record GuardLimits(int messages, int depth, int repeats, int cycles, int turns) {
  public static final GuardLimits STANDARD = new GuardLimits(200, 32, 3, 100, 60);

  static final List<String> FIELDS = List.of("messages", "depth", "repeats", "cycles", "turns");
  private static final int HIGHEST = 1_000_000;

  /** Reads limits of the policy file; {@code otherwise} has those that the file does not set. */
  static GuardLimits read(Fields fields, GuardLimits otherwise) {
    return new GuardLimits(
        limit(fields, "messages", 1, otherwise.messages),
        limit(fields, "depth", 1, otherwise.depth),
        limit(fields, "repeats", 2, otherwise.repeats), // the first time is no repetition
        limit(fields, "cycles", 1, otherwise.cycles),
        limit(fields, "turns", 1, otherwise.turns));
  }

  private static int limit(Fields fields, String name, int lowest, int otherwise) {
    if (!fields.has(name)) {
      return otherwise;
    }
    long number = fields.require(name).asLong(0); // 0 for everything but a whole number
    if (number < lowest || number > HIGHEST) {
      throw new InvalidField(
          name, "must be a whole number from %d to %d".formatted(lowest, HIGHEST));
    }
    return (int) number;
  }
}
