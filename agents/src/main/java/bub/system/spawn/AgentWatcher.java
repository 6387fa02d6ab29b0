package bub.system.spawn;

/** Hears what becomes of an agent's process: in order, on a thread of the spawner's. */
public interface AgentWatcher {

  /** A process runs: the first, or another after a failure. */
  void started(ProcessMark mark);

  /** The process failed, and another will be started soon. */
  void failing(String why);

  /** There is no process any more, and there will be none. Nothing comes after this. */
  void ended(AgentEnding ending);
}
