package bub.gateway.openai;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.gateway.chat.TurnEvent;
import bub.json.RawJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Server-sent events of one completion. One thread only. */
final class CompletionStream {
  private static final byte[] DATA = "data: ".getBytes(US_ASCII);
  private static final byte[] END = "\n\n".getBytes(US_ASCII);
  private static final byte[] DONE = "[DONE]".getBytes(US_ASCII);
  private static final byte[] COMMENT = ": waiting\n\n".getBytes(US_ASCII);
  private static final String NEXT_STEP = "\n\n";

  private final OutputStream out;
  private final CompletionJson json;
  private String step = "";
  private boolean hasText;

  CompletionStream(OutputStream out, CompletionJson json) {
    this.out = out;
    this.json = json;
  }

  void begin() throws IOException {
    event(json.first());
  }

  /** Fails when the client is gone. */
  void keepAlive() throws IOException {
    out.write(COMMENT);
    out.flush();
  }

  /** Sends what is new. An agent that used a tool begins a new text. */
  void show(String text) throws IOException {
    if (text.equals(step) || text.isEmpty()) {
      return;
    }
    String news = text.startsWith(step) ? text.substring(step.length()) : NEXT_STEP + text;
    event(json.text(hasText ? news : text));
    step = text;
    hasText = true;
  }

  void end(TurnEvent.Answered answer) throws IOException {
    show(answer.text());
    List<RawJson> calls = CompletionJson.toolCalls(answer);
    if (!calls.isEmpty()) {
      event(json.calls(calls));
    }
    event(json.last(!calls.isEmpty()));
    event(DONE);
  }

  void fail(byte[] error) throws IOException {
    event(error);
  }

  private void event(byte[] data) throws IOException {
    out.write(DATA);
    out.write(data);
    out.write(END);
    out.flush();
  }
}
