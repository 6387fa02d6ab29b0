package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedLineReaderTest {
  private static List<BoundedLineReader.Line> lines(String text, int longest) throws IOException {
    var reader = new BoundedLineReader(new ByteArrayInputStream(text.getBytes(UTF_8)), longest);
    var lines = new ArrayList<BoundedLineReader.Line>();
    for (var line = reader.next(); line != null; line = reader.next()) {
      lines.add(line);
    }
    return lines;
  }

  @Test
  void readsLinesOfAnyEnding() throws Exception {
    assertThat(lines("a\nbc\r\n\nd", 10))
        .extracting(line -> new String(line.bytes(), UTF_8))
        .containsExactly("a", "bc", "", "d");
  }

  @Test
  void keepsTheBeginningAndTheEndOfALongLine() throws Exception {
    String text = "{\"id\":7," + "x".repeat(100_000) + ",\"end\":1}";
    List<BoundedLineReader.Line> lines = lines(text + "\nnext", 50);
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst().bytes()).hasSize(50);
    assertThat(new String(lines.getFirst().tail(), UTF_8)).hasSize(512).endsWith(",\"end\":1}");
    assertThat(lines.getLast().tail()).isNull();
  }

  @Test
  void findsTheCallOfALongAnswerAtBothEnds() {
    byte[] none = "x".getBytes(UTF_8);
    byte[] first = "{\"jsonrpc\":\"2.0\",\"id\":12,\"result\":{".getBytes(UTF_8);
    byte[] last = "\"}]},\"jsonrpc\":\"2.0\",\"id\":13}".getBytes(UTF_8);
    assertThat(new String(OversizeAnswer.failure(first, none), UTF_8)).contains("\"id\":12");
    assertThat(new String(OversizeAnswer.failure(none, last), UTF_8)).contains("\"id\":13");
    assertThat(OversizeAnswer.failure(none, none)).isNull();
  }
}
