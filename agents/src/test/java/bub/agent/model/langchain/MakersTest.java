package bub.agent.model.langchain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import bub.agent.model.ConversationLine;
import bub.agent.model.ModelName;
import bub.agent.model.ModelOutcome;
import bub.agent.model.Prompt;
import bub.agent.model.ToolCall;
import bub.agent.model.ToolSpec;
import bub.json.RawJson;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wire formats of the other providers, for requests and for answers. */
class MakersTest {
  private static final ToolSpec TOOL =
      new ToolSpec(
          "find",
          "finds",
          json(
              """
              {"type": "object", "required": ["what"],
               "properties": {
                 "what": {"type": "string", "minLength": 2},
                 "where": {"enum": ["here", "there"]},
                 "counts": {"type": "array", "items": {"type": "integer"}},
                 "either": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}
              """));
  private static final ToolCall CALL = new ToolCall("c1", "find", "{\"what\": \"keys\"}");
  private static final Prompt PROMPT =
      new Prompt(
          "Be kind.",
          List.of(
              new ConversationLine.Heard("where are my keys?"),
              new ConversationLine.Said("", List.of(CALL), null),
              new ConversationLine.Result(CALL, "under the mat"),
              new ConversationLine.Said("", List.of(new ToolCall("c2", "find", "{garbage")), null),
              new ConversationLine.Result(new ToolCall("c2", "find", "{garbage"), ""),
              new ConversationLine.Heard("")),
          List.of(TOOL));

  private final List<String> asked = new ArrayList<>();
  private final List<String> parts = new ArrayList<>();
  private HttpServer server;
  private String answer = "";
  private String contentType = "text/event-stream";

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          byte[] body = answer.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", contentType);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.strip().getBytes(UTF_8));
  }

  private ModelOutcome.Answer ask(String model) throws InterruptedException {
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    var environment =
        Map.of(
            "ANTHROPIC_BASE_URL", url,
            "ANTHROPIC_API_KEY", "a-key",
            "GEMINI_BASE_URL", url,
            "GEMINI_API_KEY", "g-key",
            "OLLAMA_BASE_URL", url);
    var asking =
        new LangChainModel(ModelName.parse(model), environment, Duration.ofSeconds(10), 10_000);
    ModelOutcome outcome = asking.ask(PROMPT, Duration.ofSeconds(20), parts::add);
    assertThat(outcome).isInstanceOf(ModelOutcome.Answer.class);
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst()).contains("Be kind.", "where are my keys?", "under the mat");
    return (ModelOutcome.Answer) outcome;
  }

  @Test
  void understandsAnthropic() throws Exception {
    answer =
        """
        event: message_start
        data: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant",\
        "model":"c","content":[],"usage":{"input_tokens":11,"output_tokens":1}}}

        event: content_block_start
        data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Look "}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"there"}}

        event: content_block_stop
        data: {"type":"content_block_stop","index":0}

        event: content_block_start
        data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use",\
        "id":"t1","name":"find","input":{}}}

        event: content_block_delta
        data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta",\
        "partial_json":"{\\"what\\":\\"mat\\"}"}}

        event: content_block_stop
        data: {"type":"content_block_stop","index":1}

        event: message_delta
        data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":5}}

        event: message_stop
        data: {"type":"message_stop"}

        """;
    ModelOutcome.Answer said = ask("anthropic/claude-x");
    assertThat(said.said().text()).isEqualTo("Look there");
    assertThat(said.said().calls())
        .containsExactly(new ToolCall("t1", "find", "{\"what\":\"mat\"}"));
    assertThat(said.usage()).isEqualTo(new ModelOutcome.Usage(11, 5));
    assertThat(parts).containsExactly("Look ", "Look there");
    assertThat(asked.getFirst()).contains("\"minLength\"", "oneOf");
  }

  @Test
  void understandsGemini() throws Exception {
    answer =
        """
        data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Look "}]}}]}

        data: {"candidates":[{"content":{"role":"model","parts":[{"text":"there"}]}}]}

        data: {"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"find",\
        "args":{"what":"mat"}}}]},"finishReason":"STOP"}],\
        "usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":5,"totalTokenCount":16}}

        """;
    ModelOutcome.Answer said = ask("gemini/gemini-x");
    assertThat(said.said().text()).isEqualTo("Look there");
    assertThat(said.said().calls()).hasSize(1);
    assertThat(said.said().calls().getFirst().object()).isEqualTo(json("{\"what\":\"mat\"}"));
    assertThat(said.usage()).isEqualTo(new ModelOutcome.Usage(11, 5));
    assertThat(asked.getFirst()).contains("\"here\"", "INTEGER");
  }

  @Test
  void understandsOllamaWhoseCallsHaveNoNames() throws Exception {
    contentType = "application/x-ndjson";
    answer =
        """
        {"model":"l","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant",\
        "content":"Look "},"done":false}
        {"model":"l","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant",\
        "content":"there","tool_calls":[{"function":{"name":"find","arguments":{"what":"mat"}}}]},\
        "done":false}
        {"model":"l","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant",\
        "content":""},"done":true,"done_reason":"stop","prompt_eval_count":11,"eval_count":5}
        """;
    ModelOutcome.Answer said = ask("ollama/llama-x");
    assertThat(said.said().text()).isEqualTo("Look there");
    assertThat(said.said().calls()).hasSize(1);
    assertThat(said.said().calls().getFirst().id()).isNotEmpty();
    assertThat(said.said().calls().getFirst().object()).isNotNull();
    assertThat(said.usage()).isEqualTo(new ModelOutcome.Usage(11, 5));
  }
}
