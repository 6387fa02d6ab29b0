package bub.system.spawn;

/** One agent that a {@link Spawner} keeps running. Safe for any thread. */
public interface AgentProcess {

  /** Ends it and everything it has started, politely first; returns when that is done. */
  void stop() throws InterruptedException;

  /** The memory that its first process occupies now; 0 when that is not known. */
  long residentBytes();
}
