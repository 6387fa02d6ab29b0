package bub.agent;

import java.time.Duration;

/**
 * How much one agent may take, say, remember and spend.
 *
 * @param steps questions to the model in one turn
 * @param turnTokens tokens that one turn may cost, those of the prompts included
 * @param memoryTokens of the conversation that the model is shown in full
 * @param messageTokens of one message; a longer one is shown with its middle cut out
 * @param resultChars of what a tool gives back
 * @param capabilityTools capabilities that are tools of their own
 * @param modelTimeout for one question, retries included
 * @param modelSilence after which a server that sends nothing counts as hung
 * @param turnTimeout after which no further step is begun
 */
public record AgentLimits(
    int steps,
    long turnTokens,
    int memoryTokens,
    int messageTokens,
    int resultChars,
    int capabilityTools,
    Duration modelTimeout,
    Duration modelSilence,
    Duration turnTimeout) {

  /** The longest answer: whatever it is made of, it fits a message of the bus. */
  static final int MAX_ANSWER_CHARS = 100_000;

  public static AgentLimits standard() {
    return new AgentLimits(
        16,
        200_000,
        16_000,
        16_000,
        16_000,
        32,
        Duration.ofMinutes(10),
        Duration.ofMinutes(2),
        Duration.ofMinutes(15));
  }

  public AgentLimits withSteps(int most) {
    return new AgentLimits(
        most,
        turnTokens,
        memoryTokens,
        messageTokens,
        resultChars,
        capabilityTools,
        modelTimeout,
        modelSilence,
        turnTimeout);
  }

  public AgentLimits withTurnTokens(long most) {
    return new AgentLimits(
        steps,
        most,
        memoryTokens,
        messageTokens,
        resultChars,
        capabilityTools,
        modelTimeout,
        modelSilence,
        turnTimeout);
  }

  public AgentLimits withMemoryTokens(int most) {
    return new AgentLimits(
        steps,
        turnTokens,
        most,
        messageTokens,
        resultChars,
        capabilityTools,
        modelTimeout,
        modelSilence,
        turnTimeout);
  }

  public AgentLimits withModelSilence(Duration longest) {
    return new AgentLimits(
        steps,
        turnTokens,
        memoryTokens,
        messageTokens,
        resultChars,
        capabilityTools,
        modelTimeout,
        longest,
        turnTimeout);
  }
}
