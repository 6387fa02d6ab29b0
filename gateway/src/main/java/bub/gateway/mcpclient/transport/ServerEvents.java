package bub.gateway.mcpclient.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reader of one stream of server-sent events; remembers where to continue. One thread. */
final class ServerEvents {
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(60);
  private static final int LONGEST_ID = 1_024;

  private @Nullable String lastId;
  private @Nullable Duration retry;

  static boolean areIn(HttpResponse<?> response) {
    return response.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream");
  }

  /** Null when no event had an id. */
  @Nullable String lastId() {
    return lastId;
  }

  /** Wait that the server asked for; null for none. */
  @Nullable Duration retry() {
    return retry;
  }

  /** Passes the data of each event on, until the stream ends. */
  void read(InputStream body, Consumer<byte[]> each) throws IOException {
    var lines = new BoundedLineReader(body, McpTransport.MAX_TEXT);
    var data = new ByteArrayOutputStream();
    for (var line = lines.next(); line != null; line = lines.next()) {
      byte[] tail = line.tail();
      if (tail != null) {
        byte[] failure = OversizeAnswer.failure(line.bytes(), tail);
        if (failure == null) {
          throw new IOException("an event has more than " + McpTransport.MAX_TEXT + " bytes");
        }
        each.accept(failure);
        data.reset();
      } else if (line.bytes().length == 0) {
        if (data.size() > 0) {
          each.accept(data.toByteArray());
          data.reset();
        }
      } else {
        take(new String(line.bytes(), UTF_8), data);
      }
    }
  }

  private void take(String line, ByteArrayOutputStream data) throws IOException {
    int colon = line.indexOf(':');
    String field = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    value = value.startsWith(" ") ? value.substring(1) : value;
    switch (field) {
      case "data" -> {
        byte[] more = value.getBytes(UTF_8);
        if (data.size() + more.length > McpTransport.MAX_TEXT) {
          throw new IOException("an event has more than " + McpTransport.MAX_TEXT + " bytes");
        }
        if (data.size() > 0) {
          data.write('\n');
        }
        data.write(more);
      }
      case "id" -> {
        if (value.length() <= LONGEST_ID && value.chars().allMatch(c -> c >= ' ' && c != 0x7f)) {
          lastId = value;
        }
      }
      case "retry" -> {
        if (value.matches("[0-9]{1,9}")) {
          Duration asked = Duration.ofMillis(Long.parseLong(value));
          retry = asked.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : asked;
        }
      }
      default -> {} // comments, and fields that MCP does not use
    }
  }
}
