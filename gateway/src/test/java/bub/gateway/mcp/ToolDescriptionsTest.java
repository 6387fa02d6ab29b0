package bub.gateway.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.client.lobby.LobbyClient;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.Capability;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Words about tools, which clients show to people and models. */
@Timeout(60)
class ToolDescriptionsTest {
  // The escapes are those of JSON.
  private static final String ODD = "plain \\u202etxet\\u001b[2J";
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"x\":{\"title\":\""
          + ODD
          + "\",\"enum\":[\"\\u202ea\"]}}}";

  @TempDir Path directory;
  private DoorScene scene;
  private McpClient mcp;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
    mcp = McpClient.of(http, scene).initialized();
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private RawJson list(String what) throws Exception {
    String member = what.equals("resources/templates/list") ? "resourceTemplates" : what;
    return mcp.result(McpClient.request(1, what.contains("/") ? what : what + "/list", "{}"))
        .require(member);
  }

  private Fields tool(String name) throws Exception {
    return list("tools").elements().stream()
        .map(RawJson::fields)
        .filter(tool -> tool.string("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void offer(String name, String extras) throws Exception {
    LobbyClient lobby = scene.provider("agent:" + name);
    RawJson schema = RawJson.parse(SCHEMA);
    String description = RawJson.parse("\"" + ODD + "\"").asString();
    lobby.offer(
        Capability.named(name, description)
            .withSchemas(schema, RawJson.EMPTY_OBJECT)
            .withExtras(RawJson.parse(extras)),
        input -> input);
  }

  @Test
  void clientsGetTextsWithoutHiddenCharactersAndValuesAsTheyAre() throws Exception {
    offer("odd", "{\"annotations\":{\"title\":\"" + ODD + "\"}}");
    offer("page", "{\"resource\":\"shop://page\"}");
    offer("start", "{\"prompt\":\"" + ODD + "\"}");
    await().until(() -> list("prompts").toString().contains("start"));
    await().until(() -> list("resources").toString().contains("shop://page"));
    await().until(() -> list("tools").toString().contains("\"odd\""));

    Fields tool = tool("odd");
    assertThat(tool.string("description")).isEqualTo("plain txet[2J");
    RawJson property =
        tool.object("inputSchema").fields().object("properties").fields().object("x");
    assertThat(property.fields().string("title")).isEqualTo("plain txet[2J");
    assertThat(property.fields().require("enum").elements().getFirst().asString())
        .isEqualTo("\u202ea");
    assertThat(tool.object("annotations").fields().string("title")).isEqualTo("plain txet[2J");
    String found =
        mcp.result(McpClient.call(2, "discover", "{\"capability_name\":\"odd\"}"))
            .object("structuredContent")
            .toString();
    assertThat(found).contains("\"description\":\"plain txet[2J\"", "\"title\":\"plain txet[2J\"");
    for (String what : new String[] {"resources", "prompts"}) {
      assertThat(list(what).toString()).contains("plain txet[2J").doesNotContain("\\u001b");
    }
  }

  @Test
  void aCapabilityMayDeclareTheEffectsOfACall() throws Exception {
    offer(
        "careful",
        "{\"annotations\":{\"title\":\"Look\",\"readOnlyHint\":true,\"openWorldHint\":false,"
            + "\"destructiveHint\":\"perhaps\",\"other\":{}}}");
    await().until(() -> list("tools").toString().contains("careful"));
    assertThat(tool("careful").object("annotations").toString())
        .isEqualTo("{\"title\":\"Look\",\"readOnlyHint\":true,\"openWorldHint\":false}");
  }

  @ParameterizedTest
  @CsvSource({
    "ask_agent, false, true, true",
    "send_message, false, false, true",
    "wait_for_message, false, false, true",
    "discover, true, false, false",
    "where, true, false, false",
  })
  void toolsOfBubDeclareTheEffectsOfACall(
      String name, boolean readOnly, boolean destructive, boolean openWorld) throws Exception {
    Fields hints = tool(name).object("annotations").fields();
    assertThat(hints.bool("readOnlyHint")).isEqualTo(readOnly);
    assertThat(hints.bool("destructiveHint")).isEqualTo(destructive);
    assertThat(hints.bool("openWorldHint")).isEqualTo(openWorld);
    assertThat(hints.string("title")).isNotEmpty();
  }
}
