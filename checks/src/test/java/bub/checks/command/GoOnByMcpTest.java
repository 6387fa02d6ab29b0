package bub.checks.command;

import static bub.checks.kit.TypedClient.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.checks.kit.Eventually;
import bub.checks.kit.LiveBub;
import bub.checks.kit.WebPage;
import bub.checks.kit.Workshop;
import bub.client.agent.Agent;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.MessageId;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The loop guard stops agents that an MCP client asked, and the person lets them go on. */
class GoOnByMcpTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  // The guard allows three steps, and as many messages again after a yes.
  private static final int STEPS = 5;
  private static final String ASK =
      """
      "name":"ask_agent","arguments":{"text":"Plan my day","agent":"agent:planner"}\
      """;
  private static final String YES = "{\"action\":\"accept\",\"content\":{\"go_on\":true}}";
  private static final String META =
      """
      "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
      "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}\
      """;

  @RegisterExtension final Workshop workshop = new Workshop();
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger steps = new AtomicInteger();

  /** Starts bub and two agents that exchange many messages about each question. */
  private URI door() throws Exception {
    LiveBub bub = LiveBub.start(workshop, "--console-port", "0", "--guard-messages", "4");
    String bus = bub.bus().toString();
    Agent helper = Agent.named("agent:helper").bus(bus).inMemory();
    helper.on("agent_message", message -> answered(helper, message.text()));
    workshop.keep(helper).connect();
    Agent planner = Agent.named("agent:planner").bus(bus).inMemory();
    planner.on("agent_message", _ -> Ack.ok("noted"));
    planner.onChat(question -> plan(planner, question.id()));
    workshop.keep(planner).connect();
    return WebPage.in(bub.process().awaitLine("  console ")).url().resolve("/mcp");
  }

  private static Ack answered(Agent helper, String text) throws Exception {
    try {
      helper.send("agent:planner", "done: " + text);
    } catch (RpcException guarded) {
      // The planner finds out with its next step.
    }
    return Ack.ok("done");
  }

  private String plan(Agent planner, MessageId question) {
    while (steps.get() < STEPS) {
      int step = steps.get() + 1;
      Eventually.holds(() -> planner.send("agent:helper", step(step, question)));
      steps.set(step);
    }
    return "The plan has " + steps.get() + " steps";
  }

  private static RawJson step(int number, MessageId cause) throws Exception {
    return RawJson.parse(
        "{\"type\":\"agent_message\",\"content\":{\"text\":\"step %d\"},\"cause\":\"%s\"}"
            .formatted(number, cause));
  }

  private HttpResponse<InputStream> post(URI door, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(door)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream");
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(
        request.POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofInputStream());
  }

  /** The next message of the server, which may come alone or on a stream. */
  private static JsonNode next(BufferedReader lines) throws Exception {
    String line = lines.readLine();
    while (line != null && !line.contains("{\"jsonrpc\"")) {
      line = lines.readLine();
    }
    assertThat(line).isNotNull();
    return tree(line.substring(line.indexOf('{')));
  }

  private static BufferedReader lines(HttpResponse<InputStream> response) {
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private JsonNode alone(URI door, String more) throws Exception {
    String body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{%s%s,%s}}\
        """
            .formatted(ASK, more, META);
    try (BufferedReader lines =
        lines(
            post(
                door,
                body,
                "MCP-Protocol-Version",
                "2026-07-28",
                "Mcp-Method",
                "tools/call",
                "Mcp-Name",
                "ask_agent"))) {
      return next(lines).path("result");
    }
  }

  @Test
  void withoutASessionTheClientRepeatsItsRequest() throws Exception {
    URI door = door();
    JsonNode asked = alone(door, "");
    assertThat(asked.path("resultType").asString())
        .as(asked.toString())
        .isEqualTo("input_required");
    assertThat(asked.at("/inputRequests/go_on/method").asString()).isEqualTo("elicitation/create");
    assertThat(asked.at("/inputRequests/go_on/params/message").asString())
        .contains("I stopped this turn");
    assertThat(steps.get()).isLessThan(STEPS);

    String state = asked.path("requestState").asString();
    JsonNode answer =
        alone(
            door,
            ",\"requestState\":\"%s\",\"inputResponses\":{\"go_on\":%s}".formatted(state, YES));
    assertThat(answer.path("resultType").asString()).as(answer.toString()).isEqualTo("complete");
    assertThat(answer.at("/structuredContent/text").asString())
        .isEqualTo("The plan has " + STEPS + " steps");
  }

  @Test
  void inASessionTheServerAsksDuringTheCall() throws Exception {
    URI door = door();
    String session =
        post(
                door,
                """
                {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
                "capabilities":{"elicitation":{}},"clientInfo":{"name":"test","version":"1"}}}\
                """)
            .headers()
            .firstValue("Mcp-Session-Id")
            .orElseThrow();
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{" + ASK + "}}";
    try (BufferedReader lines = lines(post(door, call, "Mcp-Session-Id", session))) {
      JsonNode question = next(lines);
      assertThat(question.path("method").asString()).isEqualTo("elicitation/create");
      assertThat(question.at("/params/message").asString()).contains("I stopped this turn");
      assertThat(steps.get()).isLessThan(STEPS);

      String yes =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(question.path("id"), YES);
      assertThat(post(door, yes, "Mcp-Session-Id", session).statusCode()).isEqualTo(202);
      assertThat(next(lines).at("/result/structuredContent/text").asString())
          .isEqualTo("The plan has " + STEPS + " steps");
    }
  }
}
