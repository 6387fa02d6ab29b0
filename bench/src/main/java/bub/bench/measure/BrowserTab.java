package bub.bench.measure;

import bub.bench.server.ServerProcess;
import bub.bench.wire.BenchFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A page in a real browser, controlled through the remote debugging protocol. */
final class BrowserTab implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Pattern SOCKET = Pattern.compile("\"webSocketDebuggerUrl\": *\"([^\"]+)\"");
  private static final Pattern VALUE = Pattern.compile("\"value\":([0-9.]+)");

  private final HttpClient http;
  private final WebSocket socket;
  private final BlockingQueue<String> answers;

  private BrowserTab(HttpClient http, WebSocket socket, BlockingQueue<String> answers) {
    this.http = http;
    this.socket = socket;
    this.answers = answers;
  }

  static BrowserTab open(ServerProcess browser, URI page) {
    HttpClient http = HttpClient.newHttpClient();
    URI tabs = URI.create("http://127.0.0.1:" + browser.awaitReady().port() + "/json/new?" + page);
    try {
      var order = HttpRequest.newBuilder(tabs).method("PUT", HttpRequest.BodyPublishers.noBody());
      String tab = http.send(order.build(), BodyHandlers.ofString()).body();
      var answers = new LinkedBlockingQueue<String>();
      return new BrowserTab(http, connect(http, tab, answers), answers);
    } catch (IOException e) {
      throw new BenchFailure("the browser did not open a page: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  private static WebSocket connect(HttpClient http, String tab, BlockingQueue<String> answers) {
    Matcher socket = SOCKET.matcher(tab);
    if (!socket.find()) {
      throw new BenchFailure("the browser did not open a page: " + tab);
    }
    return http.newWebSocketBuilder()
        .buildAsync(URI.create(socket.group(1)), new Ear(answers))
        .join();
  }

  double framesPerSecond(Duration time) {
    long millis = time.toMillis();
    return evaluate(
        "new Promise(done => { let n = 0; const begin = performance.now();"
            + " const draw = now => { n++; now - begin < "
            + millis
            + " ? requestAnimationFrame(draw) : done(n * 1000 / (now - begin)); };"
            + " requestAnimationFrame(draw); })",
        time);
  }

  private double evaluate(String script, Duration atLeast) {
    answers.clear();
    socket.sendText(
        "{\"id\":1,\"method\":\"Runtime.evaluate\",\"params\":{\"awaitPromise\":true,\"returnByValue\":true,\"expression\":\""
            + script
            + "\"}}",
        true);
    try {
      String answer =
          Optional.ofNullable(answers.poll(atLeast.plus(TIMEOUT).toMillis(), TimeUnit.MILLISECONDS))
              .orElseThrow(() -> new BenchFailure("the page did not answer"));
      Matcher value = VALUE.matcher(answer);
      if (!value.find()) {
        throw new BenchFailure("the page sent an unexpected answer: " + answer);
      }
      return Double.parseDouble(value.group(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  @Override
  public void close() {
    socket.abort();
    http.close();
  }

  private static final class Ear implements WebSocket.Listener {
    private final BlockingQueue<String> answers;
    private final StringBuilder parts = new StringBuilder();

    Ear(BlockingQueue<String> answers) {
      this.answers = answers;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      parts.append(part);
      if (isLast) {
        answers.add(parts.toString());
        parts.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
