package bub.channel;

import bub.client.Backoff;
import java.time.Duration;

/**
 * How patient a house is.
 *
 * @param giveUpAfter how old a message gets before its person is told that it stays unanswered
 * @param tellAfter how long nothing moves before the person is told that it takes longer
 * @param spawnPatience how long the system agent may take to bring an agent; longer than its own 30
 *     s
 * @param quietFor how long an agent that owes an answer may be silent before it is asked again
 * @param retry the waits between attempts that fail
 */
public record ChatSettings(
    AgentSource agents,
    Duration giveUpAfter,
    Duration tellAfter,
    Duration spawnPatience,
    Duration quietFor,
    Backoff retry) {

  public static ChatSettings standard() {
    return new ChatSettings(
        new AgentSource.Spawned(),
        Duration.ofHours(24),
        Duration.ofSeconds(60),
        Duration.ofSeconds(45),
        Duration.ofSeconds(60),
        Backoff.REDELIVER);
  }

  public ChatSettings withAgents(AgentSource source) {
    return new ChatSettings(source, giveUpAfter, tellAfter, spawnPatience, quietFor, retry);
  }

  public ChatSettings withTellAfter(Duration silence) {
    return new ChatSettings(agents, giveUpAfter, silence, spawnPatience, quietFor, retry);
  }

  public ChatSettings withGiveUpAfter(Duration age) {
    return new ChatSettings(agents, age, tellAfter, spawnPatience, quietFor, retry);
  }
}
