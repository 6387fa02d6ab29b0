package bub.bench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BusFrameTest {
  private static final String ACK =
      "{\"success\":true,\"message\":\"ok\",\"shouldRetry\":false,\"retrySeconds\":0,\"payload\":{}}";

  @Test
  void countsAMessageWithOneGoodAckAsDelivered() {
    BusFrame frame = read(result("[" + ACK + "]"));
    assertThat(frame.isDelivered()).isTrue();
    assertThat(frame.id()).isEqualTo(417);
  }

  @Test
  void findsTheSameInAnyOrderOfFields() {
    BusFrame frame =
        read(
            "{\"result\":{\"acks\":[{\"payload\":{\"id\":3,\"success\":false,\"a\":[{}]},"
                + "\"message\":\"\\\"error\\\":}{\",\"success\":true}],\"messageId\":\"m\","
                + "\"accepted\":true},\"id\":417,\"jsonrpc\":\"2.0\"}");
    assertThat(frame.isDelivered()).isTrue();
    assertThat(frame.id()).isEqualTo(417);
  }

  @Test
  void countsNothingElseAsDelivered() {
    assertThat(read(result("[]")).isDelivered()).isFalse();
    assertThat(read(result("[" + ACK + "," + ACK + "]")).isDelivered()).isFalse();
    assertThat(read(result("[" + ACK.replace("true", "false") + "]")).isDelivered()).isFalse();
    assertThat(read(result("[{\"message\":\"ok\"}]")).isDelivered()).isFalse();
    assertThat(read(result("[" + ACK + "]").replace("\"accepted\":true", "\"accepted\":false")))
        .matches(frame -> !frame.isDelivered());
    assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":417,\"error\":{\"code\":-32012}}"))
        .matches(frame -> !frame.isDelivered() && frame.isError());
  }

  @Test
  void readsARequestAndItsIdOfAnyKind() {
    String params = "{\"from\":\"a\",\"payload\":{\"id\":5,\"content\":{\"method\":\"x\"}}}";
    assertThat(copiedId("{\"id\":9,\"method\":\"processMessage\",\"params\":" + params + "}"))
        .isEqualTo("9");
    assertThat(copiedId("{\"params\":" + params + ",\"method\":\"processMessage\",\"id\":\"q7\"}"))
        .isEqualTo("\"q7\"");
  }

  @Test
  void tellsAnAnswerFromARequest() {
    BusFrame frame = read("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"success\":true}}");
    assertThat(frame.isRequest()).isFalse();
    assertThat(frame.isSubscribed()).isTrue();
    assertThat(frame.isDelivered()).isFalse();
  }

  @Test
  void refusesAnIdThatTheBenchNeverUses() {
    BusFrame frame = read(result("[" + ACK + "]").replace("417", "null"));
    assertThatThrownBy(frame::id).isInstanceOf(BenchFailure.class).hasMessageContaining("null");
  }

  private static String result(String acks) {
    return "{\"jsonrpc\":\"2.0\",\"id\":417,\"result\":{\"accepted\":true,\"messageId\":\"m\",\"acks\":"
        + acks
        + "}}";
  }

  private static String copiedId(String json) {
    BusFrame frame = read(json);
    assertThat(frame.isRequest()).isTrue();
    PayloadBuffer scratch = new PayloadBuffer();
    frame.copyId(scratch);
    return new String(scratch.bytes(), 0, scratch.length(), UTF_8);
  }

  private static BusFrame read(String json) {
    BusFrame frame = new BusFrame();
    byte[] bytes = json.getBytes(UTF_8);
    frame.read(bytes, bytes.length);
    return frame;
  }
}
