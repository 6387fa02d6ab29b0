package bub.system.spawn;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Runner of agents, which restarts failed ones. Safe for any thread; calls block. */
public interface Spawner extends AutoCloseable {

  /** After an exception, nothing runs. */
  AgentProcess start(AgentLaunch launch, AgentWatcher watcher) throws IOException;

  /** Takes over an agent that an earlier system agent started; null when none runs. */
  @Nullable AgentProcess adopt(AgentLaunch launch, @Nullable ProcessMark last, AgentWatcher watcher)
      throws IOException;

  /** Location of the output, for people. */
  String logOf(AgentLaunch launch);

  /** Call it regularly. */
  default void tidy(AgentLaunch launch) throws IOException {}

  /** Agents keep running and can be adopted later. */
  @Override
  void close();

  /** Agent that a {@link Spawner} keeps running. Safe for any thread. */
  interface AgentProcess {

    /** Stops all processes of the agent, by force if needed; returns when they have ended. */
    void stop() throws InterruptedException;

    /** Ends all processes of the agent at once; returns when they have ended. */
    default void kill() throws InterruptedException {
      stop();
    }

    /** Of the first process; 0 when unknown. */
    long residentBytes();
  }

  /** Called in order, on a thread of the spawner. */
  interface AgentWatcher {

    /** Called for the first process, and for another after a failure. */
    void started(ProcessMark mark);

    /** Called when another process will start soon. */
    void failing(String why);

    /** The last call: no process will follow. */
    void ended(AgentEnding ending);
  }

  sealed interface AgentEnding {

    String words();

    record Asked() implements AgentEnding {
      @Override
      public String words() {
        return "stopped";
      }
    }

    record Finished(String words) implements AgentEnding {}

    record GivenUp(String words) implements AgentEnding {}
  }
}
