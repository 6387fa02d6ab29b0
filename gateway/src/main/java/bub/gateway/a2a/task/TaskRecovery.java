package bub.gateway.a2a.task;

import bub.gateway.a2a.model.TaskWork;
import java.io.IOException;

/** Continuation of the tasks that were not over when the last process ended. */
public final class TaskRecovery {
  private TaskRecovery() {}

  /** Call this before agents can reach the door, so that no answer comes too early. */
  public static void run(A2aTasks tasks, AgentTaskRunner agents, InterruptedCalls capabilities)
      throws IOException, InterruptedException {
    for (LiveTask live : tasks.load()) {
      if (live.task().state().isSettled()) {
        continue; // it waits for its caller
      }
      switch (live.task().work()) {
        case TaskWork.AgentWork _ -> agents.resume(live);
        case TaskWork.CapabilityWork _ -> capabilities.add(live);
      }
    }
  }
}
