package bub.protocol;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Name by which the person started this program, for hints that can be pasted. */
public final class ProgramName {
  /** System property that the start script sets. */
  public static final String PROPERTY = "bub.program";

  /** First words of all commands: "bub" before any other word is the product, not a command. */
  public static final List<String> COMMANDS =
      """
      up
      chat
      telegram
      console
      status
      top
      trace
      traces
      down
      doctor
      install
      sessions
      budget
      agent
      system-agent
      bus
      lobby
      token
      policy
      cluster
      dev-bus
      mcp
      a2a
      hooks
      help
      completion
      --help
      COMMAND
      [OPTIONS]
      """
          .lines()
          .toList();

  private static final String USUAL = "bub";
  private static final String IN_CHECKOUT = "./bub";
  private static final Pattern COMMAND =
      Pattern.compile(
          "(?<![\\w./:-])bub(?= (?:"
              + String.join("|", COMMANDS.stream().map(Pattern::quote).toList())
              + ")(?![\\w-]))");

  private final String name;

  private ProgramName(String name) {
    this.name = name;
  }

  public static ProgramName of(String name) {
    return new ProgramName(name);
  }

  public static ProgramName current() {
    return of(System.getProperty(PROPERTY, USUAL));
  }

  /** The name of this process for callers that are not authenticated: it shows no directory. */
  public static ProgramName withoutDirectory() {
    ProgramName own = current();
    return own.name.equals(IN_CHECKOUT) ? own : of(USUAL);
  }

  @Override
  public String toString() {
    return name;
  }

  public String in(String text) {
    return name.equals(USUAL)
        ? text
        : COMMAND.matcher(text).replaceAll(Matcher.quoteReplacement(name));
  }
}
