package bub.bus.server;

import static org.assertj.core.api.Assertions.assertThat;

import bub.testkit.RawWebSocket;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** An invalid call gets an error that explains the problem, and the connection stays open. */
class JsonRpcRefusalsTest {
  @AutoClose private final TestServer bus = TestServer.start();
  @AutoClose private RawWebSocket peer;

  @BeforeEach
  void connect() throws IOException {
    peer = bus.rawPeer("agent:odd");
  }

  @AfterEach
  void theConversationGoesOnAndOthersAreUndisturbed() throws IOException {
    assertThat(Wire.read(peer.call(Wire.ping(99))).get("id").asInt()).isEqualTo(99);
    bus.othersStillTalk();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "hello",
        "{",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} x",
        "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"ping\"}",
        "{'jsonrpc':'2.0'}",
        "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\u0001ng\"}"
      })
  void whatIsNotJsonIsAParseError(String text) throws IOException {
    assertRefused(text, -32700, "null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udc00", "\\ud800\\ud800", "x\\ud83dx"})
  void soIsHalfACharacter(String text) throws IOException {
    assertRefused(Wire.send(1, "agent:odd", "agent:ann", text), -32700, "null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"hello\"", "null", "true", "[]"})
  void whatIsNoCallIsAnInvalidRequest(String text) throws IOException {
    assertRefused(text, -32600, "null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"id\":7,\"method\":\"ping\"}                                        | 7    | jsonrpc",
        "{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}                    | 7    | jsonrpc",
        "{\"jsonrpc\":2.0,\"id\":7,\"method\":\"ping\"}                        | 7    | jsonrpc",
        "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}                   | null | id",
        "{\"jsonrpc\":\"2.0\",\"id\":[7],\"method\":\"ping\"}                  | null | id",
        "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}                 | null | id",
        "{\"jsonrpc\":\"2.0\",\"id\":7}                                        | 7    | method",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":1}                           | 7    | method",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":1}       | 7    | params",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":null}    | 7    | params",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"extra\":1}        | 7    | extra",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"id\":8,\"method\":\"ping\"}           | null | id",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"method\":\"ping\"}| 7    | method",
      })
  void aFlawInTheCallIsNamedAndItsIdRepeated(String text, String id, String culprit)
      throws IOException {
    assertThat(assertRefused(text, -32600, id)).contains(culprit);
  }

  @Test
  void theIdComesBackAsItWasWritten() throws IOException {
    for (String id :
        new String[] {"\"a\\u0062c\"", "-0", "1e2", "12345678901234567890.5", "null"}) {
      assertThat(peer.call("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}"))
          .contains("\"id\":" + id + ",");
    }
  }

  @Test
  void nestingHasALimit() throws IOException {
    // The message, its params and the payload are three levels already.
    assertThat(peer.call(nested(64 - 3))).contains("\"accepted\":true");
    assertRefused(nested(65 - 3), -32600, "null");
    assertRefused("[".repeat(100_000), -32600, "null");
  }

  private static String nested(int levels) {
    String value = "[".repeat(levels) + "]".repeat(levels);
    return Wire.request(
        1,
        "sendMessage",
        "{\"from\":\"agent:odd\",\"to\":\"nobody\",\"messageId\":\"m\",\"payload\":{\"x\":"
            + value
            + "}}");
  }

  @Test
  void anUnknownMethodIsNamed() throws IOException {
    String message = assertRefused(Wire.request(3, "teleport", "{}"), -32601, "3");
    assertThat(message).contains("teleport");
    assertRefused(Wire.request(4, "processMessage", "{}"), -32601, "4");
    assertRefused(Wire.request(5, "", "{}"), -32601, "5");
  }

  @Test
  void aSecondInitializeIsRefusedAndChangesNothing() throws IOException {
    assertRefused(Wire.initialize("agent:other"), -32600, "0");
    assertThat(peer.call(Wire.request(1, "getStatus", "{}")))
        .contains("agent:odd")
        .doesNotContain("agent:other");
  }

  @Test
  void nothingIsDoneBeforeInitialize() throws IOException {
    try (RawWebSocket stranger = bus.raw()) {
      for (String method : new String[] {"ping", "sendMessage", "getStatus", "teleport"}) {
        assertThat(Wire.errorCode(stranger.call(Wire.request(1, method, "{}")))).isEqualTo(-32001);
      }
      assertThat(stranger.call(Wire.initialize("agent:late"))).contains("\"serverId\"");
    }
  }

  @Test
  void aFailedInitializeMayBeTriedAgain() throws IOException {
    try (RawWebSocket stranger = bus.raw()) {
      assertThat(Wire.errorCode(stranger.call(Wire.initialize("has space")))).isEqualTo(-32602);
      assertThat(stranger.call(Wire.initialize("agent:late"))).contains("\"serverId\"");
    }
  }

  private String assertRefused(String text, int code, String id) throws IOException {
    JsonNode answer = Wire.read(peer.call(text));
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(code);
    assertThat(answer.get("id")).hasToString(id);
    return answer.at("/error/message").asString();
  }
}
