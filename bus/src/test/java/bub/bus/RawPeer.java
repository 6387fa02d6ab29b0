package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.jsonrpc.InMemoryLink;
import bub.jsonrpc.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection that sends hand-written JSON in any dialect, and records what it receives. */
final class RawPeer implements Link.Receiver {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  final List<JsonNode> calls = new ArrayList<>();
  private final List<JsonNode> answers = new ArrayList<>();
  private final InMemoryLink link;
  private Function<JsonNode, Optional<String>> reaction = _ -> Optional.empty();
  private int lastId;
  private boolean closed;

  RawPeer(InMemoryLink link) {
    this.link = link;
    link.open(this);
  }

  /** Answers every call with this result from now on. */
  RawPeer thatAnswers(String result) {
    reaction = _ -> Optional.of(result);
    return this;
  }

  RawPeer thatAnswers(Function<JsonNode, Optional<String>> reaction) {
    this.reaction = reaction;
    return this;
  }

  @Override
  public void onText(byte[] text) {
    JsonNode message = JSON.readTree(text);
    if (!message.has("method")) {
      answers.add(message);
      return;
    }
    calls.add(message);
    if (message.has("id")) {
      reaction
          .apply(message)
          .ifPresent(
              result ->
                  says(
                      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                          .formatted(message.get("id"), result)));
    }
  }

  @Override
  public void onClosed(int code, String reason) {
    closed = true;
  }

  boolean isClosed() {
    return closed;
  }

  void hangsUp() {
    link.close(1000, "bye");
  }

  void says(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    link.send(bytes, 0, bytes.length);
  }

  void notifies(String method, String params) {
    says("{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}".formatted(method, params));
  }

  /** Calls; the answer is in {@link #lastAnswer} as soon as the bus has given it. */
  RawPeer asks(String method, String params) {
    says(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(++lastId, method, params));
    return this;
  }

  /** Whether the last call has its answer. */
  boolean isAnswered() {
    return !answers.isEmpty() && answers.getLast().get("id").asInt() == lastId;
  }

  int answers() {
    return answers.size();
  }

  JsonNode lastAnswer() {
    JsonNode answer = answers.getLast();
    if (answer.get("id").asInt() != lastId) {
      throw new AssertionError("no answer yet: " + answers);
    }
    return answer;
  }

  JsonNode result(String method, String params) {
    JsonNode answer = asks(method, params).lastAnswer();
    if (!answer.has("result")) {
      throw new AssertionError("refused: " + answer);
    }
    return answer.get("result");
  }

  int errorCode(String method, String params) {
    JsonNode answer = asks(method, params).lastAnswer();
    if (!answer.has("error")) {
      throw new AssertionError("not refused: " + answer);
    }
    return answer.get("error").get("code").asInt();
  }

  static JsonNode json(String text) {
    return JSON.readTree(text);
  }
}
