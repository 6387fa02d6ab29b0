package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.json.JsonValue;
import bub.jsonrpc.Message;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answer to one request: one JSON text, or server-sent events from the first notification on. */
final class McpReplyStream {
  private static final byte[] DATA = "event: message\ndata: ".getBytes(US_ASCII);
  private static final byte[] END = "\n\n".getBytes(US_ASCII);
  private static final byte[] COMMENT = ": waiting\n\n".getBytes(US_ASCII);
  private static final HttpReply HEAD =
      new HttpReply(200, Map.of(), "text/event-stream", new byte[0]);

  private final MountedCall call;
  private @Nullable OutputStream out;

  McpReplyStream(MountedCall call) {
    this.call = call;
  }

  void notification(String method, @Nullable JsonValue params) throws IOException {
    event(new Message.Notification(method, params));
  }

  /** Sends a question to the client, who answers it with a request of its own. */
  void ask(Message.Request question) throws IOException {
    event(question);
  }

  /** Fails when the client is gone. */
  void keepAlive() throws IOException {
    OutputStream stream = stream();
    stream.write(COMMENT);
    stream.flush();
  }

  /** Runs {@code work} when the client leaves before the end of the answer; it must not block. */
  void whenGone(Runnable work) {
    call.whenGone(work);
  }

  /** Ends the answer; {@code status} counts only while there are no events. */
  void end(Message last, int status) throws IOException {
    if (out == null) {
      call.answer(HttpReply.json(status, last.toRaw().toByteArray()));
    } else {
      event(last);
    }
  }

  private void event(Message message) throws IOException {
    OutputStream stream = stream();
    stream.write(DATA);
    stream.write(message.toRaw().toByteArray());
    stream.write(END);
    stream.flush();
  }

  private OutputStream stream() throws IOException {
    OutputStream stream = out;
    if (stream == null) {
      stream = call.stream(HEAD);
      out = stream;
    }
    return stream;
  }
}
