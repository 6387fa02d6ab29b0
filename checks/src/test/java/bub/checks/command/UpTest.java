package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.docs.DocumentationTest;
import bub.checks.kit.Chatter;
import bub.checks.kit.LiveBub;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** {@code bub up} and {@code bub chat} without any configuration. */
class UpTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  @Test
  void whoeverSaysSomethingGetsAnAgentAndAnAnswer() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    Chatter person = bub.chatter("1").says("hello there").says("and again");

    person.leavesContent();

    JsonNode session = bub.session();
    assertThat(session.path("talkto").asString()).isEqualTo("term:1");
    assertThat(session.path("status").asString()).isEqualTo("running");
    Path workspace = Path.of(session.path("workspace").asString());
    assertThat(workspace).isEqualTo(bub.runDir().resolve("workspaces/terminal:1"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(workspace)))
        .isEqualTo("rwx------");
    assertThat(workspace.resolve("config.json")).isRegularFile();
    String agent = session.path("client_id").asString();
    assertThat(bub.bub("sessions", "list").out()).contains(agent, "running", "term:1");
    assertThat(bub.bub("sessions", "show", agent).out()).contains("terminal", agent);
    assertThat(bub.bub("sessions", "logs", agent).out())
        .containsSubsequence("Received a message of 11 characters", "Answer of", "from echo");
    String sessions = bub.bub("sessions", "list", "--json").out();
    assertThat(sessions.split("uptime_seconds", -1)).hasSize(2);
    assertThat(sessions.split("memory_bytes", -1)).hasSize(2);
    assertThat(bub.bub("status").out()).contains("bub is up", agent);

    // What was stopped comes back with the next word, and remembers.
    Finished stop = bub.bub("sessions", "stop", agent);
    assertThat(stop.exitCode()).as(stop.err()).isZero();
    assertThat(bub.session().path("status").asString()).isEqualTo("stopped");
    bub.chatter("1").says("back again").leavesContent();
    assertThat(bub.session().path("status").asString()).isEqualTo("running");
    assertThat(bub.session().path("client_id").asString()).isEqualTo(agent);
  }

  @Test
  void aProgramOfOnesOwnCanBeTheAgent() throws Exception {
    DocumentationTest.bubIn(workshop.directory());
    Path program = workshop.directory().resolve("my-agent");
    Files.writeString(
        program,
        "#!/bin/sh\necho \"mine was told $*\"\nexec '%s/bub' agent \"$@\"\n"
            .formatted(workshop.directory()));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    LiveBub bub = LiveBub.start(workshop, "--agent-command", program.toString());

    bub.chatter("1").says("hello").leavesContent();

    String agent = bub.session().path("client_id").asString();
    assertThat(bub.bub("sessions", "logs", agent).out())
        .contains("mine was told --client-id " + agent + " --talkto term:1 --workspace ");
  }

  @Test
  void aModelThatCannotBeUsedIsReportedBeforeTheStart() throws Exception {
    Finished refused = workshop.program().run("up", "--strict", "--port", "0", "--model", "gpt-5");

    assertThat(refused.exitCode()).isEqualTo(78);
    assertThat(refused.err()).contains("gpt-5", "Did you mean 'openai/gpt-5'?");
    assertThat(refused.out()).doesNotContain("bub is up");

    LiveBub bub = LiveBub.start(workshop, "--model", "opnai/gpt-5");
    assertThat(bub.process().err().text()).contains("Warning", "Did you mean 'openai/gpt-5'?");

    ChildProcess chat =
        workshop.keep(
            workshop.program().start("chat", "--id", "1", "--run-dir", bub.runDir().toString()));
    chat.type("hello");
    chat.endInput();
    assertThat(chat.awaitExit()).as(chat::toString).isEqualTo(1);
    assertThat(chat.out().text()).contains("I cannot answer now");
  }

  @Test
  void aChatWithAnAgentThatIsNotConnectedEndsAtOnce() throws Exception {
    LiveBub bub = LiveBub.start(workshop);

    Finished chat = bub.bub("chat", "--to", "agent:nosuch");

    assertThat(chat.exitCode()).isEqualTo(1);
    assertThat(chat.err()).contains("agent:nosuch is not connected.", "--wait");
    Finished waited = bub.bub("chat", "--to", "agent:nosuch", "--wait", "100ms");
    assertThat(waited.exitCode()).isEqualTo(1);
  }

  @Test
  void endingItEndsEveryAgent() throws Exception {
    LiveBub bub = LiveBub.start(workshop);
    bub.chatter("1").says("hello").leavesContent();
    ProcessHandle agent = ProcessHandle.of(bub.session().path("pid").asLong()).orElseThrow();

    bub.process().terminate();

    assertThat(bub.process().awaitExit()).as(bub.process()::toString).isZero();
    assertThat(bub.process().out().text()).contains("bub has stopped");
    // Nobody may have buried it yet: its parent has ended, too.
    agent.onExit().get(1, TimeUnit.MINUTES);
    assertThat(bub.session().path("status").asString()).isEqualTo("stopped");
    assertThat(bub.runDir().resolve("bus.url")).doesNotExist();
  }

  @Test
  void aLockedBubGivesItsOwnPartsTokensOfTheirOwn() throws Exception {
    Path runDir = workshop.directory().resolve("run");
    Finished locked =
        workshop
            .program()
            .run("token", "create", "--client-id", "tg:1", "--run-dir", runDir.toString());
    assertThat(locked.exitCode()).as(locked.err()).isZero();
    LiveBub bub = LiveBub.start(workshop);

    bub.chatter("1").says("hello").leavesContent();

    String agent = bub.session().path("client_id").asString();
    long pid = bub.session().path("pid").asLong();
    Path token = bub.runDir().resolve("state/agent-tokens/" + agent.replace(':', '_') + ".token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
        .isEqualTo("rw-------");
    String secret = Files.readString(token).strip();
    assertThat(Files.readString(Path.of("/proc/" + pid + "/cmdline"))).doesNotContain(secret);
    assertThat(Files.readString(Path.of("/proc/" + pid + "/environ"))).doesNotContain(secret);
    assertThat(bub.bub("token", "list").out()).contains(agent);

    assertThat(bub.bub("sessions", "stop", agent).exitCode()).isZero();
    assertThat(token).doesNotExist();
    assertThat(bub.bub("token", "list").out()).doesNotContain(agent);
  }

  @Test
  void aPipeWithoutABusSaysSo() throws Exception {
    Finished chat =
        workshop.program().run("chat", "--url", "ws://127.0.0.1:9", "--id", "1", "--help");
    assertThat(chat.exitCode()).isZero();
    var process = workshop.start("chat", "--url", "ws://127.0.0.1:9", "--id", "1");
    process.type("anybody?");
    process.endInput();
    assertThat(process.awaitExit()).isEqualTo(69);
    assertThat(process.err().text()).contains("nothing is listening on port 9");
    assertThat(process.out().lines()).isEqualTo(List.of());
  }
}
