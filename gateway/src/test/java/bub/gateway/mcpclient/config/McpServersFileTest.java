package bub.gateway.mcpclient.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.files.InvalidSettings;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.config.McpServersFile.Reading;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpServersFileTest {
  @TempDir Path directory;

  private McpServersFile file() {
    return McpServersFile.in(directory);
  }

  private Reading read(String text) throws Exception {
    Files.writeString(file().path(), text);
    return file().read(Map.of("TOKEN", "t0k", "HOST", "example.com")::get);
  }

  private McpServerEntry only(String server) throws Exception {
    Reading reading = read("{\"mcpServers\":{\"one\":" + server + "}}");
    assertThat(reading.problems()).isEmpty();
    return reading.servers().getFirst();
  }

  @Test
  void readsTheFormatOfOtherClients() throws Exception {
    McpServerEntry program =
        only(
            "{\"command\":\"npx\",\"args\":[\"-y\",\"x\"],\"env\":{\"KEY\":\"${TOKEN}\"},"
                + "\"alwaysAllow\":[\"read\"]}");
    assertThat(program.target())
        .isEqualTo(new Program(java.util.List.of("npx", "-y", "x"), Map.of("KEY", "t0k"), null));
    assertThat(program.toString()).doesNotContain("t0k");
    McpServerEntry remote =
        only(
            "{\"type\":\"http\",\"url\":\"https://${HOST}/mcp\","
                + "\"headers\":{\"Authorization\":\"Bearer ${env:TOKEN}\"},\"timeoutSeconds\":5}");
    assertThat(((Remote) remote.target()).headers()).containsEntry("Authorization", "Bearer t0k");
    assertThat(((Remote) remote.target()).url()).hasToString("https://example.com/mcp");
    assertThat(remote.callTimeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(remote.toString()).doesNotContain("t0k");
  }

  @Test
  void readsTheFormatOfVsCode() throws Exception {
    Reading reading = read("{\"servers\":{\"a\":{\"type\":\"stdio\",\"command\":\"x\"}}}");
    assertThat(reading.find("a")).isNotNull();
    file().put("b", RawJson.parse("{\"command\":\"y\"}"));
    assertThat(Files.readString(file().path()))
        .contains("\"servers\"")
        .doesNotContain("mcpServers");
  }

  @Test
  void aMissingFileNamesNoServers() throws Exception {
    assertThat(file().read(_ -> null).servers()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | command",
        "{\"command\":\"x\",\"url\":\"https://a/\"} | not both",
        "{\"command\":7} | command",
        "{\"command\":\"x\",\"args\":\"y\"} | args",
        "{\"command\":\"x\",\"env\":{\"A B\":\"y\"}} | A B",
        "{\"command\":\"x\",\"env\":{\"A\":\"${NOT_SET}\"}} | NOT_SET",
        "{\"command\":\"x\",\"env\":{\"A\":\"${input:key}\"}} | input:key",
        "{\"url\":\"ftp://a/\"} | https://",
        "{\"url\":\"https://me:pw@a/\"} | headers",
        "{\"url\":\"https://a/\",\"type\":\"sse\"} | http",
        "{\"url\":\"https://a/\",\"headers\":{\"Host\":\"b\"}} | Host",
        "{\"command\":\"x\",\"paths\":[\"relative\"]} | absolute",
        "{\"command\":\"x\",\"timeoutSeconds\":0} | timeoutSeconds",
        "[] | object",
      })
  void namesTheProblemOfAServerAndKeepsTheOthers(String server, String problem) throws Exception {
    Reading reading =
        read("{\"mcpServers\":{\"bad\":" + server + ",\"good\":{\"command\":\"x\"}}}");
    assertThat(reading.problems().get("bad")).contains(problem);
    assertThat(reading.find("good")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "[]",
        "{\"mcpServers\":[]}",
        "{\"mcpServers\":{\"a\":{\"command\":\"x\"},\"a\":{\"command\":\"y\"}}}"
      })
  void refusesAFileThatIsNoListOfServers(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidSettings.class)
        .hasMessageContaining("mcp.json");
  }

  @Test
  void changesKeepWhatBubDoesNotKnow() throws Exception {
    Files.writeString(
        file().path(),
        "{\"inputs\":[{\"id\":1}],\"mcpServers\":{\"a\":{\"command\":\"x\",\"note\":\"mine\"}}}");
    file().put("b", RawJson.parse("{\"command\":\"y\",\"args\":[\"1\",\"2\"]}"));
    assertThat(Files.readString(file().path()))
        .isEqualTo(
            """
            {
              "inputs": [
                {
                  "id": 1
                }
              ],
              "mcpServers": {
                "a": {
                  "command": "x",
                  "note": "mine"
                },
                "b": {
                  "command": "y",
                  "args": ["1","2"]
                }
              }
            }
            """
                .replace("[\"1\",\"2\"]", "[\"1\", \"2\"]"));
    assertThat(file().remove("a")).isTrue();
    assertThat(file().remove("a")).isFalse();
    assertThat(Files.readString(file().path())).contains("inputs").doesNotContain("mine");
    assertThat(Files.getPosixFilePermissions(file().path()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aChangeThatFailsChangesNothing() throws Exception {
    Files.writeString(file().path(), "{ broken");
    assertThatThrownBy(() -> file().put("a", RawJson.parse("{\"command\":\"x\"}")))
        .isInstanceOf(InvalidSettings.class);
    assertThat(Files.readString(file().path())).isEqualTo("{ broken");
    Files.delete(file().path());
    assertThatThrownBy(() -> file().put("a b", RawJson.parse("{\"command\":\"x\"}")))
        .isInstanceOf(InvalidField.class);
    assertThat(file().path()).doesNotExist();
  }

  @Test
  void warnsAboutAFileThatOthersCanRead() throws Exception {
    Files.writeString(file().path(), "{\"mcpServers\":{}}");
    Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(file().read(_ -> null).warning()).contains("chmod 600");
  }
}
