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

  /** Agent that a {@link Spawner} keeps running. Safe for any thread. */
  interface AgentProcess {

    /**
     * Stops the agent and all processes it started, by force if needed; returns when they have
     * ended.
     */
    void stop() throws InterruptedException;

    /** Resident memory of its first process; 0 when unknown. */
    long residentBytes();
  }

  /** Listener for the process of an agent; called in order, on a thread of the spawner. */
  interface AgentWatcher {

    /** Called when a process runs: the first, or another after a failure. */
    void started(ProcessMark mark);

    /** Called when the process failed and another will start soon. */
    void failing(String why);

    /** Called when there is no process and none will follow. No call comes after this one. */
    void ended(AgentEnding ending);
  }

  /** Reason why an agent no longer runs. */
  sealed interface AgentEnding {

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
}
