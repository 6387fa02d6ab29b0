package bub.checks.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Many people who chat, and the parts of bub in separate processes that can be killed. */
public final class ChattyTown {
  private final Parts parts;
  private final List<Chatter> people = new ArrayList<>();
  private int rounds;

  public ChattyTown(Workshop workshop, int chats) throws IOException, InterruptedException {
    this.parts = Parts.start(workshop);
    for (int i = 0; i < chats; i++) {
      people.add(Chatter.start(workshop, workshop.program(), parts.runDir(), String.valueOf(i)));
    }
  }

  public void everybodySaysSomething() throws IOException {
    for (int i = 0; i < people.size(); i++) {
      people.get(i).says("person " + i + " says " + rounds);
    }
    rounds++;
  }

  public void awaitAnswers(int open) {
    people.forEach(person -> person.awaitAnswers(open));
  }

  public void killAnAgent(int chat) throws IOException, InterruptedException {
    parts.killAgentOf(String.valueOf(chat));
  }

  public void killTheSystemAgent() throws IOException, InterruptedException {
    parts.killTheSystemAgent();
  }

  public void killTheBus() throws IOException, InterruptedException {
    parts.killTheBus();
  }

  public void everybodyLeavesContent() throws IOException, InterruptedException {
    for (Chatter person : people) {
      person.leavesContent();
    }
  }

  /** Every chat has one session, and what it says of its agent is so. */
  public void checkSessions() {
    Eventually.holds(
        () -> {
          List<JsonNode> sessions = parts.sessions();
          assertThat(sessions).hasSize(people.size());
          assertThat(sessions)
              .extracting(session -> session.path("chat_id").asString())
              .doesNotHaveDuplicates();
          assertThat(sessions)
              .allSatisfy(
                  session -> {
                    assertThat(session.path("status").asString()).isEqualTo("running");
                    assertThat(Parts.commandLine(session.path("pid").asLong()))
                        .contains(session.path("client_id").asString());
                  });
        });
  }
}
