package bub.system.spawn;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs agents: each is started again when it fails, until it has failed too often. What it runs
 * outlives it. Safe for any thread; calls block.
 */
public interface Spawner extends AutoCloseable {

  /** Starts an agent. An exception means that nothing runs. */
  AgentProcess start(AgentLaunch launch, AgentWatcher watcher) throws IOException;

  /**
   * Takes over an agent that an earlier system agent has started, or gives null when none runs.
   *
   * @param last what is remembered of its process, if anything
   */
  @Nullable AgentProcess adopt(AgentLaunch launch, @Nullable ProcessMark last, AgentWatcher watcher)
      throws IOException;

  /** Where an agent's output goes, for people. */
  String logOf(AgentLaunch launch);

  /** Looks after the logs; to be called now and then. */
  default void tidy(AgentLaunch launch) throws IOException {}

  /** Stops watching. What runs keeps running, and can be adopted. */
  @Override
  void close();
}
