package bub.system.spawn;

/** Agent that a {@link Spawner} keeps running. Safe for any thread. */
public interface AgentProcess {

  /**
   * Stops the agent and all processes it started, by force if needed; returns when they have ended.
   */
  void stop() throws InterruptedException;

  /** Resident memory of its first process; 0 when unknown. */
  long residentBytes();
}
