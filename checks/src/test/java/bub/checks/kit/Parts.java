package bub.checks.kit;

import static bub.checks.kit.TypedClient.tree;

import bub.testkit.ChildProcess;
import bub.testkit.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Bus, system agent and agents in separate processes, each of which can be killed. */
final class Parts {
  private final Workshop workshop;
  private final Path runDir;
  private ServedBus bus;
  private ChildProcess systemAgent;

  private Parts(Workshop workshop) throws IOException, InterruptedException {
    this.workshop = workshop;
    this.runDir = workshop.directory().resolve("run");
    this.bus = workshop.bus();
    this.systemAgent = startSystemAgent();
  }

  static Parts start(Workshop workshop) throws IOException, InterruptedException {
    return new Parts(workshop);
  }

  private ChildProcess startSystemAgent() throws IOException {
    return workshop.start("system-agent", "--run-dir", runDir.toString(), "--spawner", "local");
  }

  Path runDir() {
    return runDir;
  }

  /** Does nothing when the chat has none at the moment. */
  void killAgentOf(String chatId) throws IOException, InterruptedException {
    Optional<Long> pid =
        sessions().stream()
            .filter(session -> session.path("chat_id").asString().equals(chatId))
            .filter(session -> session.has("pid"))
            .map(session -> session.path("pid").asLong())
            .findFirst();
    if (pid.isPresent() && commandLine(pid.get()).contains("--client-id")) {
      Signals.kill(pid.get());
    }
  }

  void killTheSystemAgent() throws IOException, InterruptedException {
    systemAgent.kill();
    systemAgent = startSystemAgent();
  }

  void killTheBus() throws IOException, InterruptedException {
    bus.process().kill();
    bus = workshop.busOn(bus.port());
  }

  List<JsonNode> sessions() throws IOException {
    try {
      return tree(Files.readString(runDir.resolve("sessions.json")))
          .path("sessions")
          .valueStream()
          .toList();
    } catch (NoSuchFileException noneYet) {
      return List.of();
    }
  }

  static String commandLine(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().commandLine()).orElse("");
  }
}
