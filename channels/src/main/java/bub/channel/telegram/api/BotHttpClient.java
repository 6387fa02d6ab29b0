package bub.channel.telegram.api;

import bub.channel.telegram.api.ApiOutcome.Retry;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * HTTP client of the Bot API. Every URL contains the token, so no URL leaves this class, and
 * neither does an exception message that may contain one.
 */
final class BotHttpClient implements AutoCloseable {
  private final URI server;
  private final BotToken token;
  private final ApiLimits limits;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http;

  BotHttpClient(URI server, BotToken token, ApiLimits limits) {
    if (server.getHost() == null || !String.valueOf(server.getScheme()).matches("https?")) {
      throw new IllegalArgumentException("not the URL of a Bot API server: " + server);
    }
    this.server = server;
    this.token = token;
    this.limits = limits;
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(limits.connect())
            .executor(threads)
            .build();
  }

  ApiOutcome<RawJson> call(String method, JsonWriter parameters, Duration within)
      throws InterruptedException {
    var body = BodyPublishers.ofByteArray(parameters.buffer(), 0, parameters.length());
    return post(method, "application/json", body, within);
  }

  ApiOutcome<RawJson> post(String method, String contentType, BodyPublisher body, Duration within)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address("/bot" + token.secret() + "/" + method))
            .header("Content-Type", contentType)
            .POST(body)
            .build();
    BodyHandler<byte[]> bounded =
        _ -> new CappedBody<>(BodySubscribers.ofByteArray(), limits.answerBytes());
    try {
      return exchange(
          request,
          bounded,
          within,
          response -> ResponseReader.of(response.statusCode(), response.body()));
    } catch (CappedBody.TooLarge notAnAnswer) {
      return new Retry<>(ResponseReader.SOON, "the answer has " + notAnAnswer.getMessage());
    }
  }

  <T> ApiOutcome<T> get(
      String path, BodyHandler<byte[]> body, Function<HttpResponse<byte[]>, ApiOutcome<T>> outcome)
      throws InterruptedException, CappedBody.TooLarge {
    HttpRequest request =
        HttpRequest.newBuilder(address("/file/bot" + token.secret() + "/" + path)).build();
    return exchange(request, body, limits.transfer(), outcome);
  }

  private URI address(String path) {
    String base = server.getRawPath() == null ? "" : server.getPath().replaceAll("/+$", "");
    try {
      URI address = new URI(server.getScheme(), server.getAuthority(), base + path, null, null);
      return URI.create(address.toASCIIString());
    } catch (URISyntaxException notAnAddress) {
      // No cause: its message contains the token.
      throw new IllegalStateException("the server returned an invalid file path");
    }
  }

  /** The client's own timeout ends at the first byte, so a slow server would block for ever. */
  private <T> ApiOutcome<T> exchange(
      HttpRequest request,
      BodyHandler<byte[]> body,
      Duration within,
      Function<HttpResponse<byte[]>, ApiOutcome<T>> outcome)
      throws InterruptedException, CappedBody.TooLarge {
    CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, body);
    try {
      return token.hiddenIn(outcome.apply(answer.get(within.toMillis(), TimeUnit.MILLISECONDS)));
    } catch (TimeoutException late) {
      return new Retry<>(ResponseReader.SOON, "no answer within " + within.toSeconds() + " s");
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      if (cause instanceof CappedBody.TooLarge tooLarge) {
        throw tooLarge;
      }
      return token.hiddenIn(new Retry<>(ResponseReader.SOON, why(cause)));
    } finally {
      answer.cancel(true);
    }
  }

  private static String why(Throwable trouble) {
    String message = trouble.getMessage() == null ? "" : ": " + trouble.getMessage();
    return "the Bot API cannot be reached: " + trouble.getClass().getSimpleName() + message;
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }

  /** Names the server without secrets. */
  @Override
  public String toString() {
    return server.getScheme() + "://" + server.getHost();
  }
}
