package bub.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.Fields;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requests with a foreign host name, or of a foreign page: each door refuses them in its format.
 */
@Timeout(60)
class ForeignRequestsTest {
  @TempDir Path directory;
  private DoorScene scene;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private Fields refused(String header, String path) throws Exception {
    boolean isHost = header.equals("Host");
    Http foreign = http.with(header, isHost ? "evil.example" : "http://evil.example");
    Http.Reply reply = foreign.post(scene.url(path), "{}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(isHost ? 421 : 403);
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    return reply.fields();
  }

  @ParameterizedTest
  @CsvSource({"Host, /mcp", "Origin, /mcp", "Host, /a2a", "Origin, /a2a", "Host, /a2a/agent:x"})
  void jsonRpcDoorsAnswerWithAJsonRpcError(String header, String path) throws Exception {
    Fields reply = refused(header, path);
    assertThat(reply.string("jsonrpc")).isEqualTo("2.0");
    assertThat(reply.require("id").isNull()).isTrue();
    Fields error = reply.object("error").fields();
    assertThat(error.integer("code", 0)).isEqualTo(-32600);
    assertThat(error.string("message")).contains("evil.example");
  }

  @ParameterizedTest
  @CsvSource({"Host, 421", "Origin, 403"})
  void a2aOverHttpAnswersWithItsStatus(String header, int status) throws Exception {
    Fields error = refused(header, "/a2a/message:send").object("error").fields();
    assertThat(error.integer("code", 0)).isEqualTo(status);
    assertThat(error.string("status")).isEqualTo("PERMISSION_DENIED");
    assertThat(error.string("message")).contains("evil.example");
    assertThat(error.require("details").toString()).contains("\"reason\":\"FORBIDDEN\"");
  }

  @ParameterizedTest
  @CsvSource({"Host", "Origin"})
  void openAiAnswersWithItsErrorObject(String header) throws Exception {
    Fields error = refused(header, "/v1/chat/completions").object("error").fields();
    assertThat(error.string("type")).isEqualTo("invalid_request_error");
    assertThat(error.string("code")).isEqualTo("forbidden");
    assertThat(error.string("message")).contains("evil.example");
  }

  @ParameterizedTest
  @CsvSource({"Host", "Origin"})
  void hooksAnswerWithAReason(String header) throws Exception {
    Fields reply = refused(header, "/hooks/any");
    assertThat(reply.string("reason")).isEqualTo("forbidden");
    assertThat(reply.string("error")).contains("evil.example");
  }

  @ParameterizedTest
  @CsvSource({"Host", "Origin"})
  void theConsoleKeepsItsOwnFormat(String header) throws Exception {
    Fields error = refused(header, "/api/trace/stop").object("error").fields();
    assertThat(error.string("code")).isEqualTo("forbidden");
    assertThat(error.bool("retryable")).isFalse();
  }
}
