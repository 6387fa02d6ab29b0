package bub.system.spawn;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Runs agents and restarts each one after a failure, up to a limit. Agents outlive it. Safe for any
 * thread; calls block.
 */
public interface Spawner extends AutoCloseable {

  /** Starts an agent. After an exception, nothing runs. */
  AgentProcess start(AgentLaunch launch, AgentWatcher watcher) throws IOException;

  /**
   * Takes over an agent that an earlier system agent started; null when none runs.
   *
   * @param last last known process, if any
   */
  @Nullable AgentProcess adopt(AgentLaunch launch, @Nullable ProcessMark last, AgentWatcher watcher)
      throws IOException;

  /** Location of an agent's output, for people. */
  String logOf(AgentLaunch launch);

  /** Trims the logs; call it regularly. */
  default void tidy(AgentLaunch launch) throws IOException {}

  /** Stops watching. Agents keep running and can be adopted later. */
  @Override
  void close();
}
