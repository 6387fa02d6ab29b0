package bub.system.spawn;

/** Why an agent does not run any more. */
public sealed interface AgentEnding {

  /** For people. */
  String words();

  /** It was told to stop. */
  record Asked() implements AgentEnding {
    @Override
    public String words() {
      return "stopped";
    }
  }

  /** It ended by itself, and in order. */
  record Finished(String words) implements AgentEnding {}

  /** It failed too often. */
  record GivenUp(String words) implements AgentEnding {}
}
