package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.gateway.mcpclient.McpServerStatus.Phase;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.Discovery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpServersTest {
  @TempDir Path directory;
  private McpServerScene scene;

  @BeforeEach
  void start() throws Exception {
    scene = new McpServerScene(directory);
  }

  @AfterEach
  void stop() {
    scene.close();
  }

  @Test
  void toolsOfAServerAreCapabilities() throws Exception {
    scene.add("files", "normal", "echo", "read.text", "sum");
    assertThat(scene.awaitPhase("files", Phase.ONLINE).tools()).isEqualTo(3);
    assertThat(scene.capabilities()).containsExactly("files.echo", "files.read.text", "files.sum");
    assertThat(scene.text("files.echo", "{\"text\":\"hello\"}")).isEqualTo("hello");
    RawJson sum = scene.call("files.sum", "{\"total\":4}");
    assertThat(sum.fields().object("structuredContent").toString())
        .isEqualToIgnoringWhitespace("{\"total\":4}");
  }

  @Test
  void contractsHoldForToolsInBothDirections() throws Exception {
    scene.add("files", "normal", "echo", "sum");
    scene.awaitPhase("files", Phase.ONLINE);
    assertThat(scene.refusal("files.echo", "{\"text\":7}")).contains("must be a string");
    assertThat(scene.refusal("files.sum", "{\"total\":\"many\"}")).contains("must be a number");
  }

  @Test
  void aFailedToolIsARefusalWithItsText() throws Exception {
    scene.add("files", "normal", "fail");
    scene.awaitPhase("files", Phase.ONLINE);
    assertThat(scene.refusal("files.fail", "{}")).isEqualTo("files.fail: no such file");
  }

  @Test
  void aToolWithAnInvalidSchemaDoesNotHideTheOthers() throws Exception {
    scene.add("files", "normal", "echo", "odd_schema", "sum");
    scene.awaitPhase("files", Phase.ONLINE);
    assertThat(scene.capabilities()).containsExactly("files.echo", "files.odd_schema", "files.sum");
    assertThat(scene.text("files.odd_schema", "{\"text\":\"works\"}")).isEqualTo("works");
    assertThat(scene.refusal("files.echo", "{\"text\":7}")).contains("must be a string");
  }

  @Test
  void progressReachesTheCaller() throws Exception {
    scene.add("files", "normal", "slow");
    scene.awaitPhase("files", Phase.ONLINE);
    var heard = new ConcurrentLinkedQueue<String>();
    scene
        .caller()
        .request("files.slow")
        .onProgress(progress -> heard.add(progress.fields().string("message")))
        .call(RawJson.EMPTY_OBJECT);
    assertThat(heard).contains("step 0").hasSizeGreaterThan(1);
  }

  @Test
  void theLobbyShowsChangedTools() throws Exception {
    Path tools = scene.add("files", "normal", "echo");
    scene.awaitPhase("files", Phase.ONLINE);
    Files.writeString(tools, "echo\nwrite");
    await().atMost(McpServerScene.SOON).until(() -> scene.capabilities().contains("files.write"));
    Files.writeString(tools, "write");
    await().atMost(McpServerScene.SOON).until(() -> !scene.capabilities().contains("files.echo"));
    assertThat(scene.refusal("files.echo", "{}")).contains("files.echo");
  }

  @Test
  void aDeadServerTakesOnlyItsOwnCapabilitiesOfflineAndComesBack() throws Exception {
    scene.add("files", "normal", "echo", "exit");
    scene.add("other", "normal", "echo");
    scene.awaitPhase("files", Phase.ONLINE);
    scene.awaitPhase("other", Phase.ONLINE);
    assertThat(scene.refusal("files.exit", "{}")).contains("exit code 3").contains("told to leave");
    assertThat(scene.text("other.echo", "{\"text\":\"still here\"}")).isEqualTo("still here");
    await()
        .atMost(McpServerScene.SOON)
        .ignoreExceptions()
        .until(() -> scene.text("files.echo", "{\"text\":\"back\"}").equals("back"));
  }

  @Test
  void changesOfTheFileAreFollowed() throws Exception {
    scene.add("files", "normal", "echo");
    scene.awaitPhase("files", Phase.ONLINE);
    scene.put("files", "{\"command\":\"python3\",\"disabled\":true}");
    scene.awaitPhase("files", Phase.DISABLED);
    await()
        .atMost(McpServerScene.SOON)
        .until(() -> scene.refusal("files.echo", "{}").contains("offline"));
    assertThat(scene.file.remove("files")).isTrue();
    await().atMost(McpServerScene.SOON).until(() -> scene.capabilities().isEmpty());
    await().atMost(McpServerScene.SOON).until(() -> scene.state("files") == null);
  }

  @Test
  void aServerThatWasRemovedWhileBubWasDownIsDeregistered() throws Exception {
    scene.add("files", "normal", "echo");
    scene.awaitPhase("files", Phase.ONLINE);
    scene.stop();
    scene.file.remove("files");
    scene.restart();
    await().atMost(McpServerScene.SOON).until(() -> scene.capabilities().isEmpty());
  }

  @Test
  void aBrokenFileLeavesTheServersThatRun() throws Exception {
    scene.add("files", "normal", "echo");
    scene.awaitPhase("files", Phase.ONLINE);
    Files.writeString(scene.file.path(), "{\"mcpServers\": {");
    await()
        .atMost(McpServerScene.SOON)
        .until(() -> McpStatusFile.in(directory).read().problem() != null);
    assertThat(McpStatusFile.in(directory).read().problem()).contains("mcp.json, line 1");
    assertThat(scene.text("files.echo", "{\"text\":\"on\"}")).isEqualTo("on");
  }

  @Test
  void secretsReachTheServerByItsEnvironmentOnly() throws Exception {
    scene.put(
        "files",
        ("{\"command\":\"python3\",\"args\":[\"%s\",\"normal\",\"%s\"],"
                + "\"env\":{\"KEY\":\"${GREETING} secret\"}}")
            .formatted(scene.script(), Files.writeString(directory.resolve("t"), "variables")));
    scene.awaitPhase("files", Phase.ONLINE);
    String variables = scene.text("files.variables", "{}");
    assertThat(variables).contains("\"KEY\": \"hello secret\"").doesNotContain("BUB_");
    assertThat(Files.readString(directory.resolve("mcp-status.json"))).doesNotContain("secret");
  }

  @Test
  void aMissingVariableFailsOnlyItsServer() throws Exception {
    scene.put("one", "{\"command\":\"python3\",\"env\":{\"KEY\":\"${NOT_SET}\"}}");
    scene.add("two", "normal", "echo");
    scene.awaitPhase("two", Phase.ONLINE);
    assertThat(scene.awaitPhase("one", Phase.FAILED).reason())
        .contains("env.KEY", "NOT_SET is not set");
  }

  @Test
  void aDescriptionIsPlainTextThatNamesItsSource() throws Exception {
    scene.add("files", "normal", "liar");
    scene.awaitPhase("files", Phase.ONLINE);
    Fields capability =
        scene
            .caller()
            .discover(Discovery.byName("files.liar"))
            .found()
            .getFirst()
            .capabilities()
            .getFirst()
            .fields();
    // Doors show them to their clients.
    assertThat(capability.object("annotations").toString())
        .isEqualTo("{\"title\":\"Fine\",\"readOnlyHint\":true}");
    assertThat(capability.string("description"))
        .endsWith("(tool of the MCP server files)")
        .doesNotContain("\u001b", "\u202e");
  }

  @Test
  void stateIsReadableForTheOwnerOnly() throws Exception {
    scene.add("files", "normal", "echo");
    McpServerStatus state = scene.awaitPhase("files", Phase.ONLINE);
    for (String name : new String[] {"mcp.json", "mcp-status.json"}) {
      assertThat(Files.getPosixFilePermissions(directory.resolve(name))).hasSize(2);
    }
    assertThat(McpStatusFile.in(directory).read().isCurrent()).isTrue();
    assertThat(Duration.between(state.since(), java.time.Instant.now()))
        .isLessThan(McpServerScene.SOON);
  }
}
