package bub.checks.command;

import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.NpmPackage;
import bub.checks.kit.Workshop;
import bub.testkit.BubProgram;
import bub.testkit.BubProgram.Finished;
import bub.testkit.ChildProcess;
import bub.testkit.FakeOpenAi;
import bub.testkit.FakeOpenAiAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** MCP servers from npm whose tools agents use. */
class McpServersCommandTest {
  @RegisterExtension final Workshop workshop = new Workshop();

  private static String filesystemServer() throws IOException, InterruptedException {
    return NpmPackage.install("files", "@modelcontextprotocol/server-filesystem@2026.8.31")
        .resolve("@modelcontextprotocol/server-filesystem/dist/index.js")
        .toString();
  }

  @Test
  void oneCommandAddsAServerAndAnAgentUsesIt() throws Exception {
    String server = filesystemServer();
    Path notes = Files.createDirectory(workshop.directory().resolve("notes")).toRealPath();
    Path note = Files.writeString(notes.resolve("a.txt"), "the tea is on the shelf");
    String input = "{\"path\":\"" + note + "\"}";
    FakeOpenAi model = workshop.keep(FakeOpenAi.start());
    model.then(
        FakeOpenAiAnswer.calls("files_read_text_file", input),
        FakeOpenAiAnswer.says("On the shelf."));
    BubProgram program =
        workshop
            .program()
            .with("OPENAI_BASE_URL", model.baseUrl())
            .with("OPENAI_API_KEY", "sk-not-a-real-one");
    LiveBub bub = LiveBub.start(workshop, program, "--model", "openai/gpt-test");

    assertThat(bub.bub("mcp", "add", "files", "--", "node", server, notes.toString()).exitCode())
        .isZero();
    Eventually.holds(() -> assertThat(bub.bub("mcp", "list").out()).contains("online", "14 tools"));
    assertThat(bub.bub("lobby", "call", "files.read_text_file", "--input", input).out())
        .contains("the tea is on the shelf");
    Finished impostor =
        bub.bub("bus", "recv", "agent:mcp-files", "--client-id", "agent:mcp-files", "--count", "1");
    assertThat(impostor.exitCode()).as(impostor.out()).isNotZero();
    Finished refused =
        bub.bub("lobby", "call", "files.read_text_file", "--input", "{\"path\":\"/etc/passwd\"}");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("Access denied");

    ChildProcess chat =
        workshop.keep(program.start("chat", "--id", "1", "--run-dir", bub.runDir().toString()));
    chat.type("where is the tea?");
    chat.endInput();
    assertThat(chat.awaitExit()).as(chat::toString).isZero();
    assertThat(chat.out().lines()).isEqualTo(List.of("On the shelf."));
    assertThat(model.requests().getLast().last("tool")).contains("the tea is on the shelf");

    assertThat(bub.bub("mcp", "remove", "files").exitCode()).isZero();
    Eventually.holds(
        () -> assertThat(bub.bub("lobby", "list").out()).contains("No agent is registered"));
  }

  @Test
  void aServerCanBeTestedWithoutABus() throws Exception {
    String server = filesystemServer();
    String run = workshop.directory().resolve("run").toString();
    BubProgram program = workshop.program().with("BUB_RUN_DIR", run);
    assertThat(program.run("mcp", "list").out()).contains("no MCP servers");
    program.run("mcp", "add", "files", "--", "node", server, run);
    assertThat(program.run("mcp", "test", "files").out()).contains("works and has 14 tools");
    assertThat(program.run("mcp", "add", "files", "--", "true").exitCode()).isEqualTo(1);
    assertThat(program.run("mcp", "add", "gone", "--", "no-such-program").exitCode()).isZero();
    Finished broken = program.run("mcp", "test", "gone");
    assertThat(broken.exitCode()).isEqualTo(78);
    assertThat(broken.err()).contains("cannot start no-such-program");
    assertThat(program.run("mcp", "test", "unknown").exitCode()).isEqualTo(78);
    assertThat(program.run("mcp", "add", "no name", "--", "x").exitCode()).isEqualTo(64);
    assertThat(program.run("mcp", "remove", "unknown").exitCode()).isEqualTo(1);
    assertThat(program.run("mcp", "list", "--json").out())
        .contains("\"name\":\"files\",\"state\":\"stopped\"");
  }
}
