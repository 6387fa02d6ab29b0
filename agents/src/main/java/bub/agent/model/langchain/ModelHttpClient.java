package bub.agent.model.langchain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.langchain4j.exception.HttpException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** One HTTP exchange of limited size, on the calling thread, so that an interrupt ends it. */
final class ModelHttpClient implements HttpClient {
  private static final int MAX_ERROR_BYTES = 64 * 1024;
  private static final int MAX_RETRY_AFTER_SECONDS = 600;

  private final java.net.http.HttpClient http;
  private final long maxBytes;
  private volatile long heardAt = System.nanoTime();
  private volatile Duration retryAfter = Duration.ZERO;

  ModelHttpClient(java.net.http.HttpClient http, long maxBytes) {
    this.http = http;
    this.maxBytes = maxBytes;
  }

  /** LangChain4j requires a builder in place of a client. */
  HttpClientBuilder asBuilder() {
    return new HttpClientBuilder() {
      @Override
      public Duration connectTimeout() {
        return Duration.ZERO;
      }

      @Override
      public HttpClientBuilder connectTimeout(Duration timeout) {
        return this; // the caller enforces timeouts
      }

      @Override
      public Duration readTimeout() {
        return Duration.ZERO;
      }

      @Override
      public HttpClientBuilder readTimeout(Duration timeout) {
        return this;
      }

      @Override
      public HttpClient build() {
        return ModelHttpClient.this;
      }
    };
  }

  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - heardAt);
  }

  Duration retryAfter() {
    return retryAfter;
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    try (InputStream body = open(request, listener)) {
      parser.parse(body, listener);
      listener.onClose();
    } catch (IOException | RuntimeException failed) {
      listener.onError(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      listener.onError(stopped);
    }
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    throw new UnsupportedOperationException("every answer is streamed");
  }

  private InputStream open(HttpRequest request, ServerSentEventListener listener)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(translated(request), HttpResponse.BodyHandlers.ofInputStream());
    heardAt = System.nanoTime();
    if (response.statusCode() / 100 != 2) {
      retryAfter = retryAfter(response);
      try (InputStream body = response.body()) {
        String text = new String(body.readNBytes(MAX_ERROR_BYTES), UTF_8);
        throw new HttpException(response.statusCode(), text);
      }
    }
    String type = response.headers().firstValue("content-type").orElse("");
    if (type.toLowerCase(Locale.ROOT).startsWith("text/html")) {
      response.body().close();
      throw new WebPage();
    }
    listener.onOpen(
        SuccessfulHttpResponse.builder()
            .statusCode(response.statusCode())
            .headers(response.headers().map())
            .build());
    return new Measured(response.body());
  }

  private static java.net.http.HttpRequest translated(HttpRequest request) {
    var translated = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
    request
        .headers()
        .forEach((name, values) -> values.forEach(value -> translated.header(name, value)));
    return translated
        .method(
            request.method().name(),
            java.net.http.HttpRequest.BodyPublishers.ofString(request.body()))
        .build();
  }

  private static Duration retryAfter(HttpResponse<?> response) {
    Optional<String> seconds = response.headers().firstValue("retry-after");
    try {
      long wanted = seconds.isEmpty() ? 0 : Long.parseLong(seconds.get().strip());
      return Duration.ofSeconds(Math.clamp(wanted, 0, MAX_RETRY_AFTER_SECONDS));
    } catch (NumberFormatException aDate) {
      return Duration.ZERO;
    }
  }

  static final class WebPage extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final class Measured extends InputStream {
    private final InputStream body;
    private long count;

    Measured(InputStream body) {
      this.body = body;
    }

    @Override
    public int read() throws IOException {
      return counted(body.read(), 1);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int read = body.read(buffer, offset, length);
      return counted(read, read);
    }

    private int counted(int result, int bytes) throws IOException {
      heardAt = System.nanoTime();
      count += Math.max(0, bytes);
      if (count > maxBytes) {
        throw new IOException("the answer has more than " + maxBytes + " bytes");
      }
      return result;
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }
}
