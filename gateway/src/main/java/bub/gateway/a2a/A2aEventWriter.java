package bub.gateway.a2a;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.gateway.a2a.task.TaskSubscription;
import bub.json.JsonValue;
import bub.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;

/** Server-sent events of one stream. One thread only. */
final class A2aEventWriter {
  private static final byte[] DATA = "data: ".getBytes(US_ASCII);
  private static final byte[] END = "\n\n".getBytes(US_ASCII);
  private static final byte[] COMMENT = ": waiting\n\n".getBytes(US_ASCII);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(15);

  private A2aEventWriter() {}

  /**
   * Returns when the events end; fails when the client is gone.
   *
   * @param wrapping puts an event into the envelope of the binding
   */
  static void forward(
      TaskSubscription news, MountedCall call, Function<RawJson, ? extends JsonValue> wrapping)
      throws IOException, InterruptedException {
    OutputStream out =
        call.stream(
            new HttpReply(
                200, Map.of("Cache-Control", "no-cache"), "text/event-stream", new byte[0]));
    while (!news.isOver()) {
      RawJson event = news.next(SIGN_OF_LIFE);
      if (event != null) {
        out.write(DATA);
        out.write(wrapping.apply(event).toRaw().toByteArray());
        out.write(END);
      } else if (!news.isOver()) {
        out.write(COMMENT);
      }
      out.flush();
    }
  }
}
