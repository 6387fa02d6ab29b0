package bub.testkit;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What a {@link FakeOpenAi} does with one question. */
public sealed interface FakeOpenAiAnswer {

  /** Says something, piece by piece when that is asked for. */
  record Text(List<String> pieces) implements FakeOpenAiAnswer {}

  /** Says something, waits for the test, and says the rest. */
  record Growing(List<String> first, CountDownLatch until, List<String> rest)
      implements FakeOpenAiAnswer {}

  /** Wants tools to be used. */
  record Calls(List<Call> calls) implements FakeOpenAiAnswer {}

  /** One use of a tool; the arguments go out as they are, JSON or not. */
  record Call(String tool, String arguments) {}

  /** Refuses with a status of HTTP. */
  record Refusal(int status, String contentType, String body, int retryAfterSeconds)
      implements FakeOpenAiAnswer {}

  /** Says this and then nothing more, for as long as the server lives. */
  record Silence(List<String> pieces) implements FakeOpenAiAnswer {}

  /** Says this and then hangs up in the middle. */
  record HangUp(List<String> pieces) implements FakeOpenAiAnswer {}

  /** Waits for the test, then answers. */
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

  /** Answers as a proxy in between does: with a page for people. */
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
