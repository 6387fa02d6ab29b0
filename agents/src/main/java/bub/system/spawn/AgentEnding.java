package bub.system.spawn;

/** Reason why an agent no longer runs. */
public sealed interface AgentEnding {

  String words();

  /** Stop on request. */
  record Asked() implements AgentEnding {
    @Override
    public String words() {
      return "stopped";
    }
  }

  /** Normal exit without a request. */
  record Finished(String words) implements AgentEnding {}

  /** Too many failures. */
  record GivenUp(String words) implements AgentEnding {}
}
