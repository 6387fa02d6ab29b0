package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Remote agents that commands add; the remote side is another bub. */
class A2aCommandTest {
  private static final String ALLOW = "--a2a-allow-private";

  @RegisterExtension final Workshop workshop = new Workshop();

  /** Starts the remote bub, whose capability greets, and returns its URL. */
  private String far() throws Exception {
    return far("echo", "{\"greeting\":\"hello\"}");
  }

  private String far(String... program) throws Exception {
    LiveBub far = LiveBub.start(workshop, "--console-port", "0");
    Path capability = workshop.directory().resolve("greet.json");
    Files.writeString(
        capability,
        """
        {"name":"greet","description":"Greets","input_schema":{"type":"object"},"output_schema":{"type":"object"}}
        """);
    var register =
        new ArrayList<>(List.of("lobby", "register", "--id", "agent:greeter", "--run-dir"));
    register.addAll(List.of(far.runDir().toString(), capability.toString()));
    register.addAll(List.of(program));
    workshop.keep(far.program().start(register.toArray(String[]::new))).awaitLine("agent:greeter");
    String url = WebPage.in(far.process().awaitLine("  console ")).url().toString();
    return url.replaceFirst("/+$", "");
  }

  private Path nearDir() {
    return workshop.directory().resolve("near");
  }

  private Finished near(String... arguments) throws IOException, InterruptedException {
    return workshop.program().with("BUB_RUN_DIR", nearDir().toString()).run(arguments);
  }

  private static void assertRefused(Finished command, int exitCode, String... texts) {
    assertThat(command.exitCode()).as(command.err()).isEqualTo(exitCode);
    assertThat(command.err()).contains(texts).doesNotContain("Exception", "\tat ");
    assertThat(command.out()).isBlank();
  }

  @Test
  void commandsManageTheRemoteAgents() throws Exception {
    String far = far();
    assertThat(near("a2a", "list").out()).contains("no remote agents");

    Finished added = near("a2a", "add", far, ALLOW);
    assertThat(added.exitCode()).as(added.err()).isZero();
    assertThat(added.out()).contains("Added a2a:bub with 2 skills.");
    assertThat(near("a2a", "add", far, ALLOW, "--name", "sky").exitCode()).isZero();

    Finished listed = near("a2a", "list");
    assertThat(listed.out()).contains("a2a:bub", "a2a:sky", far);
    assertThat(near("a2a", "list", "--json").out())
        .contains("{\"name\":\"sky\",\"url\":\"" + far + "\"}");
    Finished tested = near("a2a", "test", "sky", ALLOW);
    assertThat(tested.exitCode()).as(tested.err()).isZero();
    assertThat(tested.out()).contains("a2a:sky is bub at " + far, "sky.chat", "sky.greet");

    assertThat(near("a2a", "remove", "sky").out()).contains("Removed a2a:sky.");
    assertRefused(near("a2a", "remove", "sky"), 1, "There is no remote agent sky.");
    assertRefused(near("a2a", "test", "sky", ALLOW), 1, "There is no remote agent sky.");
    assertThat(near("a2a", "list").out()).contains("a2a:bub").doesNotContain("a2a:sky");
  }

  @Test
  void aRefusedCommandChangesNothing() throws Exception {
    String far = far();
    assertThat(near("a2a", "add", far, ALLOW).exitCode()).isZero();
    Path file = nearDir().resolve("state/a2a.json");
    String before = Files.readString(file);

    assertRefused(near("a2a", "add", far), 1, "has a private address", ALLOW);
    assertRefused(near("a2a", "test", "bub"), 1, "has a private address", ALLOW);
    assertRefused(
        near("a2a", "add", far, ALLOW), 1, "a remote agent bub already", "bub a2a remove bub");
    assertRefused(near("a2a", "add", "ftp://example.com"), 64, "ftp://example.com");
    assertRefused(near("a2a", "add", far, ALLOW, "--name", "No Name"), 64, "No Name");
    assertRefused(near("a2a", "add", far + "/nothing", ALLOW), 1, "The card at", "answers 404");
    assertRefused(near("a2a", "add", "http://127.0.0.1:1", ALLOW), 69, "http://127.0.0.1:1");
    assertRefused(near("a2a", "add", far, ALLOW, "--token-file", "missing"), 64, "missing");

    assertThat(Files.readString(file)).isEqualTo(before);
  }

  @Test
  void bubUsesTheAgentsThatWereAddedBeforeItStarted() throws Exception {
    String far = far();
    assertThat(near("a2a", "add", far, ALLOW, "--name", "sky").exitCode()).isZero();
    BubProgram program = workshop.program();

    LiveBub bub = LiveBub.start(workshop, program, nearDir(), "--console-port", "0", ALLOW);

    Eventually.holds(
        () ->
            assertThat(bub.bub("lobby", "call", "sky.greet", "--input", "{}").out())
                .contains("\"greeting\":\"hello\""));
    assertThat(bub.bub("a2a", "remove", "sky").exitCode()).isZero();
    Eventually.holds(() -> assertThat(bub.bub("lobby", "list").out()).doesNotContain("sky.greet"));
  }

  @Test
  void aCallOfARemoteSkillSurvivesAKilledBub() throws Exception {
    Path begun = workshop.directory().resolve("begun");
    Path goOn = workshop.directory().resolve("go-on");
    Path work = workshop.directory().resolve("work.sh");
    Files.writeString(
        work,
        """
        echo 1 >> %s
        while [ ! -e %s ]; do sleep 0.1; done
        echo '{"done":true}'
        """
            .formatted(begun, goOn));
    String far = far("sh", work.toString());
    assertThat(near("a2a", "add", far, ALLOW, "--name", "sky").exitCode()).isZero();
    String[] up = {"--console-port", "0", ALLOW};
    LiveBub killed = LiveBub.start(workshop, workshop.program(), nearDir(), up);
    ChildProcess lost = call(killed);
    lost.awaitErrorLine("message"); // progress: bub knows the task

    killed.process().kill();
    assertThat(lost.awaitExit()).isNotZero();
    LiveBub again = LiveBub.start(workshop, workshop.program(), nearDir(), up);
    ChildProcess repeated = call(again);
    repeated.awaitErrorLine("message");
    Files.createFile(goOn);

    assertThat(repeated.awaitExit()).as(repeated::toString).isZero();
    assertThat(repeated.out().text()).contains("\"done\":true");
    assertThat(begun).hasContent("1\n");
  }

  private ChildProcess call(LiveBub bub) throws IOException {
    String run = bub.runDir().toString();
    return workshop.keep(
        bub.program()
            .start(
                "lobby",
                "call",
                "sky.greet",
                "--wait",
                "60s",
                "--client-id",
                "cli:me",
                "--run-dir",
                run));
  }
}
