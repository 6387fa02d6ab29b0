package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.Spawner.AgentProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Phase of an agent as its supervisor sees it. */
sealed interface AgentPhase {

  record Down() implements AgentPhase {}

  /** Process that is not known to be connected to the bus. */
  final class Rising implements AgentPhase {
    private final AgentProcess process;
    private final List<Consumer<SpawnResult>> waiting = new ArrayList<>();
    private Instant deadline;

    Rising(AgentProcess process, Instant deadline, List<Consumer<SpawnResult>> waiting) {
      this.process = process;
      this.deadline = deadline;
      this.waiting.addAll(waiting);
    }

    AgentProcess process() {
      return process;
    }

    List<Consumer<SpawnResult>> waiting() {
      return waiting;
    }

    Instant deadline() {
      return deadline;
    }

    void waitUntil(Instant later) {
      deadline = later;
    }
  }

  /** Process that is connected to the bus. */
  record Up(AgentProcess process) implements AgentPhase {}
}
