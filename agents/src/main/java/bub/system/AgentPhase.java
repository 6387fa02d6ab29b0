package bub.system;

import bub.protocol.message.SpawnResult;
import bub.system.spawn.AgentProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Where an agent stands with its guardian. */
sealed interface AgentPhase {

  /** No process. */
  record Down() implements AgentPhase {}

  /** A process, of which is not known whether it is on the bus. */
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

  /** A process that is on the bus. */
  record Up(AgentProcess process) implements AgentPhase {}
}
