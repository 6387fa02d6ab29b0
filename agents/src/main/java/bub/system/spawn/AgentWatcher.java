package bub.system.spawn;

/** Listener for the process of an agent; called in order, on a thread of the spawner. */
public interface AgentWatcher {

  /** Called when a process runs: the first, or another after a failure. */
  void started(ProcessMark mark);

  /** Called when the process failed and another will start soon. */
  void failing(String why);

  /** Called when there is no process and none will follow. No call comes after this one. */
  void ended(AgentEnding ending);
}
