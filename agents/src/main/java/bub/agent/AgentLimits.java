package bub.agent;

import java.time.Duration;

/**
 * Limits of one agent.
 *
 * @param turnTokens tokens that one turn may cost, prompts included
 * @param memoryTokens tokens of the conversation that the model sees in full
 * @param messageTokens tokens of one message; the middle of a longer message is cut out
 * @param capabilityTools lobby capabilities that become tools of their own
 */
public record AgentLimits(
    int steps,
    long turnTokens,
    int memoryTokens,
    int messageTokens,
    int resultChars,
    int capabilityTools,
    Timeouts timeouts) {

  /** A request has {@code model}, retries included; {@code silence} marks a server as hung. */
  public record Timeouts(Duration model, Duration silence, Duration turn) {
    static Timeouts standard() {
      return new Timeouts(Duration.ofMinutes(10), Duration.ofMinutes(2), Duration.ofMinutes(15));
    }
  }

  /** Any text of this length fits into one bus message. */
  static final int MAX_ANSWER_CHARS = 100_000;

  public static AgentLimits standard() {
    return new AgentLimits(16, 200_000, 16_000, 16_000, 16_000, 32, Timeouts.standard());
  }

  public AgentLimits withSteps(int most) {
    return new AgentLimits(
        most, turnTokens, memoryTokens, messageTokens, resultChars, capabilityTools, timeouts);
  }

  public AgentLimits withTurnTokens(long most) {
    return new AgentLimits(
        steps, most, memoryTokens, messageTokens, resultChars, capabilityTools, timeouts);
  }

  public AgentLimits withMemoryTokens(int most) {
    return new AgentLimits(
        steps, turnTokens, most, messageTokens, resultChars, capabilityTools, timeouts);
  }

  public AgentLimits withTimeouts(Timeouts other) {
    return new AgentLimits(
        steps, turnTokens, memoryTokens, messageTokens, resultChars, capabilityTools, other);
  }
}
