package bub.testkit;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Reaction of a {@link FakeOpenAi} to one request. */
public sealed interface FakeOpenAiAnswer {

  /** Sends a text, piece by piece if the request asks for a stream. */
  record Text(List<String> pieces) implements FakeOpenAiAnswer {}

  record Growing(List<String> first, CountDownLatch until, List<String> rest)
      implements FakeOpenAiAnswer {}

  record Calls(List<Call> calls) implements FakeOpenAiAnswer {}

  /** One tool call; its arguments are sent unchanged, valid JSON or not. */
  record Call(String tool, String arguments) {}

  record Refusal(int status, String contentType, String body, int retryAfterSeconds)
      implements FakeOpenAiAnswer {}

  /** Sends this and then nothing more while the server lives. */
  record Silence(List<String> pieces) implements FakeOpenAiAnswer {}

  /** Sends this and then closes the connection in the middle. */
  record HangUp(List<String> pieces) implements FakeOpenAiAnswer {}

  record Held(CountDownLatch until, FakeOpenAiAnswer answer) implements FakeOpenAiAnswer {}

  static FakeOpenAiAnswer says(String... pieces) {
    return new Text(List.of(pieces));
  }

  static FakeOpenAiAnswer saysNothing() {
    return new Text(List.of());
  }

  static FakeOpenAiAnswer calls(String tool, String arguments) {
    return new Calls(List.of(new Call(tool, arguments)));
  }

  static FakeOpenAiAnswer refuses(int status) {
    return refuses(status, 0);
  }

  static FakeOpenAiAnswer refuses(int status, int retryAfterSeconds) {
    String body = "{\"error\": {\"message\": \"the fake says " + status + "\", \"code\": null}}";
    return new Refusal(status, "application/json", body, retryAfterSeconds);
  }

  /** Answers with an HTML page, like a proxy in between. */
  static FakeOpenAiAnswer showsAPage(int status) {
    return new Refusal(
        status, "text/html; charset=utf-8", "<!DOCTYPE html><h1>It works!</h1>".repeat(100), 0);
  }

  static FakeOpenAiAnswer hangs() {
    return new Silence(List.of());
  }

  static FakeOpenAiAnswer hangsAfter(String... pieces) {
    return new Silence(List.of(pieces));
  }

  static FakeOpenAiAnswer hangsUpAfter(String... pieces) {
    return new HangUp(List.of(pieces));
  }

  static FakeOpenAiAnswer waitsFor(CountDownLatch latch, FakeOpenAiAnswer answer) {
    return new Held(latch, answer);
  }
}
