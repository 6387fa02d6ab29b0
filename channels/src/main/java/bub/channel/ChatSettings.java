package bub.channel;

import bub.client.Backoff;
import java.time.Duration;

/**
 * Agent source and time limits of one chat service.
 *
 * @param tellAfter time without progress before the person is told about the delay
 * @param spawnTimeout longer than the 30 s of the system agent itself
 * @param quietFor time that an agent with an open message may be silent before it is probed
 */
public record ChatSettings(
    AgentSource agents,
    Duration giveUpAfter,
    Duration tellAfter,
    Duration spawnTimeout,
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
    return new ChatSettings(source, giveUpAfter, tellAfter, spawnTimeout, quietFor, retry);
  }

  public ChatSettings withTellAfter(Duration silence) {
    return new ChatSettings(agents, giveUpAfter, silence, spawnTimeout, quietFor, retry);
  }

  public ChatSettings withGiveUpAfter(Duration age) {
    return new ChatSettings(agents, age, tellAfter, spawnTimeout, quietFor, retry);
  }
}
