package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.docs.PastedTour;
import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.testkit.ChildProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Programs that speak other protocols use the agents of the finished program. */
class DoorsTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final String QUESTION =
      """
      {"model":"bub","user":"ann","stream":%s,"messages":[{"role":"user","content":"hello %s"}]}\
      """;

  @RegisterExtension final Workshop workshop = new Workshop();

  private static String ask(URI console, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(console.resolve(path))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, BodyHandlers.ofString()).body();
    }
  }

  private static URI console(LiveBub bub) throws Exception {
    return WebPage.in(bub.process().awaitLine("  console ")).url();
  }

  @Test
  void aProgramForOpenAiTalksToAnAgent() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    URI console = console(bub);

    JsonNode answer = tree(ask(console, "/v1/chat/completions", QUESTION.formatted(false, "one")));
    assertThat(answer.at("/choices/0/message/content").asString())
        .as(answer.toString())
        .startsWith("hello one");
    assertThat(ask(console, "/v1/chat/completions", QUESTION.formatted(true, "two")))
        .contains("hello two")
        .endsWith("data: [DONE]\n\n");
    assertThat(bub.session().path("channel").asString()).isEqualTo("door");
  }

  @Test
  void anMcpClientUsesACapabilityThroughStandardInput() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    Path capability = workshop.directory().resolve("greet.json");
    Files.writeString(
        capability,
        """
        {"name":"greet","description":"Greets","input_schema":{"type":"object"},"output_schema":{"type":"object"}}
        """);
    String run = bub.runDir().toString();
    workshop
        .keep(
            bub.program()
                .start(
                    "lobby",
                    "register",
                    "--id",
                    "agent:greeter",
                    "--run-dir",
                    run,
                    capability.toString(),
                    "echo",
                    "{\"greeting\":\"hello\"}"))
        .awaitLine("agent:greeter");
    ChildProcess client =
        workshop.keep(bub.program().start("mcp", "--run-dir", run, "--name", "test"));

    client.type(
        """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
        "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\
        """);
    assertThat(client.awaitLine("\"id\":1")).contains("\"name\":\"bub\"");
    client.type(
        """
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"greet","arguments":{}}}\
        """);
    assertThat(client.awaitLine("\"id\":2"))
        .contains("\"structuredContent\":{\"greeting\":\"hello\"}");
    assertThat(bub.bub("bus", "log").out()).contains("mcp:test-", "lobby_request");
  }

  @Test
  void aServicePostsToTheAgentOfAChat() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0");
    console(bub);
    String tour = PastedTour.of("docs/hooks.md", "hooks").run(workshop, bub.runDir());
    assertThat(tour).contains("/hooks/alarm", "Secret  ", "Accepted for agent:ops", "The monitor");
    ChildProcess ops =
        workshop.keep(
            bub.program().start("bus", "recv", "agent:ops", "--run-dir", bub.runDir().toString()));
    ops.awaitLine("The monitor says: down");

    ask(console(bub), "/v1/chat/completions", QUESTION.formatted(false, "one"));
    JsonNode session = bub.session();
    assertThat(
            bub.bub("hooks", "add", "chat", "--to", session.path("talkto").asString()).exitCode())
        .isZero();
    String id = bub.bub("hooks", "test", "chat").out().strip();
    Eventually.holds(
        () ->
            assertThat(bub.bub("bus", "where", id).out())
                .contains("hook:chat", session.path("client_id").asString(), "answered, ok"));
    assertThat(bub.bub("hooks", "add", "chat", "--to", "agent:x").exitCode()).isEqualTo(1);
    assertThat(bub.bub("hooks", "remove", "chat").exitCode()).isZero();
    assertThat(bub.bub("hooks", "test", "chat").exitCode()).isEqualTo(1);
  }

  @Test
  void withoutDoorsThePortHasOnlyTheConsole() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0", "--doors", "none");
    String answer = ask(console(bub), "/v1/chat/completions", QUESTION.formatted(false, "one"));
    assertThat(answer).contains("POST is not supported");
    assertThat(bub.bub("bus", "status").out()).doesNotContain("agent:gateway");
  }
}
