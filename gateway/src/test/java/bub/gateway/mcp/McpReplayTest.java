package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.Ack;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main checks of MCP's conformance suite in the revisions with sessions, on our fixture. */
@Timeout(120)
class McpReplayTest {
  private static final String ALL = "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}";

  @TempDir Path directory;
  private DoorScene scene;
  private McpFixtureAgent fixture;
  private McpClient mcp;
  private final Http http = Http.plain();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    fixture = McpFixtureAgent.in(scene);
    McpClient anonymous = McpClient.of(http, scene);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = anonymous.initializedWith(ALL);
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    http.close();
    scene.close();
  }

  private static String text(List<RawJson> messages) {
    Fields result = messages.getLast().fields().object("result").fields();
    assertThat(result.bool("isError", false)).as(messages.toString()).isFalse();
    return result.require("content").elements().getFirst().fields().string("text");
  }

  @Test
  void aProviderAsksThePersonAtTheClient() throws Exception {
    List<RawJson> messages =
        mcp.converse(
            McpClient.call(1, "test_elicitation", "{\"message\":\"Who are you?\"}"),
            question -> {
              assertThat(question.string("method")).isEqualTo("elicitation/create");
              assertThat(question.object("params").fields().string("message"))
                  .isEqualTo("Who are you?");
              return "{\"action\":\"accept\",\"content\":{\"username\":\"ann\"}}";
            });
    assertThat(text(messages)).contains("accept", "ann");
  }

  @Test
  void aProviderAsksTheModelOfTheClient() throws Exception {
    List<RawJson> messages =
        mcp.converse(
            McpClient.call(1, "test_sampling", "{\"prompt\":\"Say hi\"}"),
            question -> {
              assertThat(question.string("method")).isEqualTo("sampling/createMessage");
              return "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"hi"
                         + " there\"}}";
            });
    assertThat(text(messages)).contains("hi there");
  }

  @Test
  void aProviderMayAskSeveralTimes() throws Exception {
    List<RawJson> messages =
        mcp.converse(
            McpClient.call(1, "test_input_required_result_multi_round", "{}"),
            _ -> "{\"action\":\"accept\",\"content\":{}}");
    assertThat(messages).hasSize(3);
    assertThat(text(messages)).contains("step2");
  }

  @Test
  void aClientThatCannotAnswerGetsAnErrorOfTheTool() throws Exception {
    Fields result =
        McpClient.of(http, scene)
            .initialized()
            .result(McpClient.call(1, "test_sampling", "{\"prompt\":\"x\"}"));
    assertThat(result.bool("isError")).isTrue();
    assertThat(result.require("content").toString()).contains("must declare: sampling");
  }

  @Test
  void missingInputIsAskedFor() throws Exception {
    List<RawJson> messages =
        mcp.converse(
            McpClient.call(1, "greet", "{}"),
            question -> {
              assertThat(question.object("params").fields().string("message"))
                  .isEqualTo("greet needs more input: name");
              return "{\"action\":\"accept\",\"content\":{\"name\":\"Ann\",\"other\":1}}";
            });
    assertThat(text(messages)).isEqualTo("Hello, Ann!");

    List<RawJson> declined =
        mcp.converse(McpClient.call(2, "greet", "{}"), _ -> "{\"action\":\"decline\"}");
    assertThat(declined.getLast().toString()).contains("did not give the missing input");
  }

  @Test
  void logMessagesRespectTheLevel() throws Exception {
    String call = McpClient.call(1, "test_tool_with_logging", "{}");
    assertThat(mcp.messages(call))
        .filteredOn(message -> message.toString().contains("notifications/message"))
        .hasSize(3)
        .allMatch(message -> message.toString().contains("\"level\":\"info\""));
    assertThat(mcp.post(McpClient.request(2, "logging/setLevel", "{\"level\":\"error\"}")).body())
        .contains("\"result\":{}");
    assertThat(mcp.messages(call)).hasSize(1);
    assertThat(mcp.post(McpClient.request(3, "logging/setLevel", "{\"level\":\"loud\"}")).body())
        .contains("-32602");
  }

  @Test
  void progressHasTheNumbersOfTheProvider() throws Exception {
    List<RawJson> messages = mcp.messages(McpClient.call(1, "test_tool_with_progress", "{}"));
    assertThat(messages).hasSize(4);
    assertThat(messages.get(1).toString()).contains("\"progress\":50", "\"total\":100");
  }

  @Test
  void resourcesAreListedAndRead() throws Exception {
    assertThat(mcp.result(McpClient.request(1, "resources/list", "{}")).require("resources"))
        .asString()
        .contains("test://static-text", "test://static-binary")
        .doesNotContain("template", "bub://");
    assertThat(
            mcp.result(McpClient.request(2, "resources/templates/list", "{}"))
                .require("resourceTemplates"))
        .asString()
        .contains("test://template/{id}/data", "bub://receipts/{id}");
    assertThat(read("test://static-text").toString()).contains("content of the static text");
    assertThat(read("test://static-binary").toString()).contains("\"blob\":\"iVBOR");
    assertThat(read("test://template/a%20b/data").toString())
        .contains("\"uri\":\"test://template/a%20b/data\"", "Data for ID: a b");
    assertThat(mcp.post(reading("test://nothing")).body())
        .contains("-32602", "\"uri\":\"test://nothing\"");
  }

  private static String reading(String uri) {
    return McpClient.request(7, "resources/read", "{\"uri\":\"" + uri + "\"}");
  }

  private RawJson read(String uri) throws Exception {
    return mcp.result(reading(uri)).require("contents");
  }

  @Test
  void aSubscriberHearsOfChanges() throws Exception {
    String watched = "{\"uri\":\"test://watched-resource\"}";
    assertThat(mcp.post(McpClient.request(1, "resources/subscribe", watched)).body())
        .contains("\"result\":{}");
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                mcp.http().streamGet(mcp.url()).body(), StandardCharsets.UTF_8))) {
      Future<String> heard =
          threads.submit(
              () -> lines.lines().filter(line -> line.contains("updated")).findFirst().orElse(""));
      await()
          .until(
              () -> {
                assertThat(fixture.change("test://watched-resource")).matches(Ack::success);
                return heard.isDone();
              });
      assertThat(heard.get())
          .contains("notifications/resources/updated", "test://watched-resource");
    }
    assertThat(fixture.change("test://not-mine").success()).isFalse();
    assertThat(mcp.post(McpClient.request(2, "resources/unsubscribe", watched)).body())
        .contains("\"result\":{}");
  }

  @Test
  void promptsAreStartersOrCapabilities() throws Exception {
    assertThat(mcp.result(McpClient.request(1, "prompts/list", "{}")).require("prompts").toString())
        .contains("test_simple_prompt", "\"name\":\"arg1\"", "\"required\":true");
    String args = "{\"name\":\"test_prompt_with_arguments\",\"arguments\":{\"arg1\":\"a\"%s}}";
    assertThat(
            mcp.post(McpClient.request(2, "prompts/get", args.formatted(",\"arg2\":\"b\""))).body())
        .contains("Prompt with arguments: arg1='a', arg2='b'");
    assertThat(mcp.post(McpClient.request(3, "prompts/get", args.formatted(""))).body())
        .contains("-32602", "arguments.arg2: is missing");
    assertThat(
            mcp.post(McpClient.request(4, "prompts/get", "{\"name\":\"test_prompt_with_image\"}"))
                .body())
        .contains("\"type\":\"image\"", "Please analyze");
    assertThat(mcp.post(McpClient.request(5, "prompts/get", "{\"name\":\"none\"}")).body())
        .contains("-32602", "Unknown prompt");
    assertThat(
            mcp.post(
                    McpClient.request(
                        6,
                        "completion/complete",
                        "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"test_prompt_with_arguments\"},\"argument\":{\"name\":\"arg1\",\"value\":\"te\"}}"))
                .body())
        .contains("\"values\":[\"test\"]");
  }

  @Test
  void toolsDoNotIncludeResourcesAndPrompts() throws Exception {
    assertThat(mcp.result(McpClient.request(1, "tools/list", "{}")).require("tools").toString())
        .contains("test_simple_text")
        .doesNotContain("static_text", "test_simple_prompt");
  }
}
