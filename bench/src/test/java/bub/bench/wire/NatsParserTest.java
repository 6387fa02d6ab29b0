package bub.bench.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NatsParserTest {
  private static final String STREAM =
      """
      INFO {"max_payload":1048576}\r
      PING\r
      MSG bench.r1 1 _INBOX.s1.17 5\r
      he\r
      o\r
      +OK\r
      MSG _INBOX.s1.17 9 0\r
      \r
      PONG\r
      -ERR 'Slow Consumer'\r
      """;
  private static final List<NatsOp> OPS =
      List.of(
          new NatsOp.Info("{\"max_payload\":1048576}"),
          new NatsOp.Ping(),
          new NatsOp.Message("bench.r1", "_INBOX.s1.17", "he\r\no"),
          new NatsOp.Ok(),
          new NatsOp.Message("_INBOX.s1.17", "", ""),
          new NatsOp.Pong(),
          new NatsOp.Err("'Slow Consumer'"));

  @Test
  void readsManyOperationsFromOneFrame() {
    assertThat(parse(STREAM)).isEqualTo(OPS);
  }

  @Test
  void readsTheSameOperationsWhereverFramesCutThem() {
    for (int cut = 0; cut <= STREAM.length(); cut++) {
      assertThat(parse(STREAM.substring(0, cut), STREAM.substring(cut))).isEqualTo(OPS);
    }
  }

  @Test
  void readsTheSameOperationsByteByByte() {
    assertThat(parse(STREAM.split(""))).isEqualTo(OPS);
  }

  @Test
  void readsAMessageLargerThanItsBuffer() {
    String payload = "x".repeat(100_000);
    assertThat(parse("MSG a 1 100000\r\n" + payload, "\r\n"))
        .containsExactly(new NatsOp.Message("a", "", payload));
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> parse("HELLO\r\n"))
        .isInstanceOf(BenchFailure.class)
        .hasMessageContaining("HELLO");
    assertThatThrownBy(() -> parse("MSG a 5\r\n"))
        .isInstanceOf(BenchFailure.class)
        .hasMessageContaining("MSG a 5");
  }

  private static List<NatsOp> parse(String... frames) {
    NatsParser parser = new NatsParser();
    List<NatsOp> ops = new ArrayList<>();
    for (String frame : frames) {
      byte[] bytes = frame.getBytes(US_ASCII);
      parser.feed(bytes, bytes.length, ops::add);
    }
    return ops;
  }
}
