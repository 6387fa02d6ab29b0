package bub.bench.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.function.Consumer;

/** Parser of NATS operations from a byte stream that WebSocket frames split anywhere. */
final class NatsParser {
  private byte[] bytes = new byte[8192];
  private int start;
  private int end;

  void feed(byte[] more, int length, Consumer<NatsOp> ops) {
    append(more, length);
    while (start < end) {
      int lineEnd = endOfLine();
      if (lineEnd < 0) {
        return;
      }
      String line = text(start, lineEnd);
      if (line.startsWith("MSG ")) {
        String[] words = line.split(" ", -1);
        int payload = lineEnd + 2;
        int size = sizeIn(words, line);
        if (end < payload + size + 2) {
          return;
        }
        start = payload + size + 2;
        String replyTo = words.length == 5 ? words[3] : "";
        ops.accept(new NatsOp.Message(words[1], replyTo, text(payload, payload + size)));
      } else {
        start = lineEnd + 2;
        ops.accept(simple(line));
      }
    }
  }

  private static NatsOp simple(String line) {
    if (line.startsWith("INFO ")) {
      return new NatsOp.Info(line.substring("INFO ".length()));
    }
    if (line.startsWith("-ERR")) {
      return new NatsOp.Err(line.substring("-ERR".length()).strip());
    }
    return switch (line) {
      case "PING" -> new NatsOp.Ping();
      case "PONG" -> new NatsOp.Pong();
      case "+OK" -> new NatsOp.Ok();
      default -> throw new BenchFailure("nats-server sent an unknown operation: " + line);
    };
  }

  private static int sizeIn(String[] words, String line) {
    if (words.length != 4 && words.length != 5) {
      throw new BenchFailure("nats-server sent an unknown operation: " + line);
    }
    return Integer.parseInt(words[words.length - 1]);
  }

  private int endOfLine() {
    for (int at = start; at + 1 < end; at++) {
      if (bytes[at] == '\r' && bytes[at + 1] == '\n') {
        return at;
      }
    }
    return -1;
  }

  private String text(int from, int to) {
    return new String(bytes, from, to - from, ISO_8859_1);
  }

  private void append(byte[] more, int length) {
    System.arraycopy(bytes, start, bytes, 0, end - start);
    end -= start;
    start = 0;
    if (end + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, (end + length) * 2);
    }
    System.arraycopy(more, 0, bytes, end, length);
    end += length;
  }
}
