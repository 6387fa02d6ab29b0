package bub.checks;

import static bub.checks.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Many people who chat, and the parts of bub in processes of their own that can be killed. */
final class ChattyTown {
  private final Workshop workshop;
  private final Path runDir;
  private final List<Chatter> people = new ArrayList<>();
  private ServedBus bus;
  private ChildProcess systemAgent;
  private int rounds;

  ChattyTown(Workshop workshop, int chats) throws IOException, InterruptedException {
    this.workshop = workshop;
    this.runDir = workshop.directory().resolve("run");
    this.bus = workshop.bus();
    this.systemAgent = startSystemAgent();
    for (int i = 0; i < chats; i++) {
      people.add(Chatter.start(workshop, workshop.program(), runDir, String.valueOf(i)));
    }
  }

  private ChildProcess startSystemAgent() throws IOException {
    return workshop.start("system-agent", "--run-dir", runDir.toString(), "--spawner", "local");
  }

  void everybodySaysSomething() throws IOException {
    for (int i = 0; i < people.size(); i++) {
      people.get(i).says("person " + i + " says " + rounds);
    }
    rounds++;
  }

  void awaitAnswers(int open) {
    people.forEach(person -> person.awaitAnswers(open));
  }

  void killAnAgent(int chat) throws IOException, InterruptedException {
    Optional<Long> pid =
        sessions().stream()
            .filter(session -> session.path("chat_id").asString().equals("" + chat))
            .filter(session -> session.has("pid"))
            .map(session -> session.path("pid").asLong())
            .findFirst();
    if (pid.isPresent() && isAgent(pid.get())) {
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

  void everybodyLeavesContent() throws IOException, InterruptedException {
    for (Chatter person : people) {
      person.leavesContent();
    }
  }

  /** Every chat has one session, and what it says of its agent is so. */
  void checkSessions() {
    Eventually.holds(
        () -> {
          List<JsonNode> sessions = sessions();
          assertThat(sessions).hasSize(people.size());
          assertThat(sessions)
              .extracting(session -> session.path("chat_id").asString())
              .doesNotHaveDuplicates();
          assertThat(sessions)
              .allSatisfy(
                  session -> {
                    assertThat(session.path("status").asString()).isEqualTo("running");
                    assertThat(commandLine(session.path("pid").asLong()))
                        .contains(session.path("client_id").asString());
                  });
        });
  }

  private List<JsonNode> sessions() throws IOException {
    try {
      return tree(Files.readString(runDir.resolve("sessions.json")))
          .path("sessions")
          .valueStream()
          .toList();
    } catch (NoSuchFileException noneYet) {
      return List.of();
    }
  }

  private static boolean isAgent(long pid) {
    return commandLine(pid).contains("--client-id");
  }

  private static String commandLine(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().commandLine()).orElse("");
  }
}
