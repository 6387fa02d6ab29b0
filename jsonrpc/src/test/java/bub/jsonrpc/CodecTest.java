package bub.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import bub.json.RawJson;
import bub.jsonrpc.Incoming.Batch;
import bub.jsonrpc.Incoming.Malformed;
import bub.jsonrpc.Message.Failure;
import bub.jsonrpc.Message.Notification;
import bub.jsonrpc.Message.Request;
import bub.jsonrpc.Message.Response;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that the codec accepts, and the limits for whole texts. */
class CodecTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}";

  @Test
  void readsARequest() {
    assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"m\",\"params\":{ \"a\" : 1 }}"))
        .isEqualTo(new Request(RequestId.of(7), "m", json("{ \"a\" : 1 }")));
  }

  @Test
  void readsARequestWithoutParams() {
    assertThat(decode("{\"method\":\"m\",\"id\":\"x\",\"jsonrpc\":\"2.0\"}"))
        .isEqualTo(new Request(RequestId.of("x"), "m", null));
  }

  @Test
  void readsANotification() {
    assertThat(decode("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[1,2]}"))
        .isEqualTo(new Notification("m", json("[1,2]")));
  }

  @Test
  void readsAResponse() {
    assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}"))
        .isEqualTo(new Response(RequestId.of(1), RawJson.NULL));
  }

  @Test
  void readsAFailure() {
    String error = "{\"code\":-32000,\"message\":\"no\",\"data\":{\"reason\":\"x\"},\"more\":1}";

    assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":" + error + "}"))
        .isEqualTo(
            new Failure(RequestId.of(1), new RpcError(-32000, "no", json("{\"reason\":\"x\"}"))));
  }

  @Test
  void readsEscapedEnvelopeNames() {
    assertThat(decode("{\"jsonrp\\u0063\":\"\\u0032.0\",\"m\\u0065thod\":\"p\\u0069ng\"}"))
        .isEqualTo(new Notification("ping", null));
  }

  @Test
  void anEmptyMethodNameIsANameThatNobodyServes() {
    assertThat(decode("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"}"))
        .isEqualTo(new Request(RequestId.of(1), "", null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "1.50",
        "1e2",
        "-1",
        "123456789012345678901234567890",
        "9007199254740993.0",
        "\"\"",
        "\"a\\u0062\\/c\"",
        "\"é\ud83d\ude00\"",
        "null"
      })
  void repeatsAnIdByteForByte(String id) {
    String text = "{\"jsonrpc\":\"2.0\",\"id\": " + id + " ,\"method\":\"m\"}";

    RequestId read = asInstance(Request.class, decode(text)).id();

    assertThat(new Response(read, RawJson.NULL).toRaw())
        .hasToString("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":null}");
  }

  @Test
  void acceptsSixtyFourLevelsAndRefusesOneMore() {
    String start = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":";
    String allowed = start + "[".repeat(63) + "]".repeat(63) + "}";
    String tooDeep = start + "[".repeat(64) + "]".repeat(64) + "}";

    assertThat(decode(allowed)).isInstanceOf(Notification.class);
    assertThat(decode(tooDeep))
        .isEqualTo(
            new Malformed(RequestId.NULL, RpcError.invalidRequest("nested deeper than 64 levels")));
  }

  @Test
  void acceptsABatchOfAHundredAndRefusesOneMore() {
    assertThat(decode(batchOf(100)))
        .asInstanceOf(type(Batch.class))
        .satisfies(batch -> assertThat(batch.entries()).hasSize(100));

    Malformed refused = asInstance(Malformed.class, decode(batchOf(101)));
    assertThat(refused.id()).isEqualTo(RequestId.NULL);
    assertThat(refused.error().toRaw())
        .hasToString(
            "{\"code\":-32600,\"message\":\"Invalid Request: the batch has more than 100"
                + " messages\",\"data\":{\"reason\":\"batch_too_large\"}}");
  }

  @Test
  void readsEveryEntryOfABatchForItself() {
    Batch batch = asInstance(Batch.class, decode("[" + PING + ",[" + PING + "],{\"id\":true}]"));

    assertThat(batch.entries())
        .hasExactlyElementsOfTypes(Notification.class, Malformed.class, Malformed.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n",
        "{",
        "\u0000",
        "{}x",
        PING + PING,
        "\ufeff" + PING,
        "[" + PING + ",]",
        "tru",
        "01",
        "{\"jsonrpc\":\"2.0\",\"id\":1e400000000,\"method\":\"m\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"\\ud800\"}",
        "[" + PING + "]\u0000"
      })
  void aTextThatIsNoJsonIsAParseError(String text) {
    Malformed malformed = asInstance(Malformed.class, decode(text));

    assertThat(malformed.id()).isEqualTo(RequestId.NULL);
    assertThat(malformed.error().code()).isEqualTo(RpcError.PARSE_ERROR);
    assertThat(malformed.error().message()).startsWith("Parse error: ").contains("(at byte ");
  }

  private static String batchOf(int size) {
    return "[" + String.join(",", Collections.nCopies(size, PING)) + "]";
  }

  private static Incoming decode(String text) {
    return Codec.standard().decode(text.getBytes(UTF_8));
  }

  private static <T> T asInstance(Class<T> kind, Incoming incoming) {
    assertThat(incoming).isInstanceOf(kind);
    return kind.cast(incoming);
  }

  private static RawJson json(String text) {
    return RawJson.trusted(text.getBytes(UTF_8));
  }
}
