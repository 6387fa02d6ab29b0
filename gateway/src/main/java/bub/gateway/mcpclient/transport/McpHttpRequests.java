package bub.gateway.mcpclient.transport;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one MCP session over HTTP, with its headers. Never follows a redirect, because that
 * would show the credentials to another server. Safe for any thread; calls block.
 */
final class McpHttpRequests implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int MAX_RENEWALS = 3;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final URI url;
  private final Map<String, String> headers;
  private final HttpAuthorizer authorizer;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();
  private volatile @Nullable String session;
  private volatile @Nullable String revision;

  McpHttpRequests(URI url, Map<String, String> headers, HttpAuthorizer authorizer) {
    this.url = url;
    this.headers = Map.copyOf(headers);
    this.authorizer = authorizer;
  }

  boolean hasSession() {
    return session != null;
  }

  void agreed(String version) {
    revision = version;
  }

  /** {@code atMost} limits the wait for the headers of the answer. */
  HttpResponse<InputStream> post(byte[] text, Duration atMost)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        send(
            builder("application/json, text/event-stream")
                .header("Content-Type", "application/json")
                .timeout(atMost)
                .POST(BodyPublishers.ofByteArray(text)));
    response.headers().firstValue("Mcp-Session-Id").ifPresent(id -> session = id);
    return response;
  }

  /** Stream of messages that answer no request, or the rest of a broken one. */
  HttpResponse<InputStream> listen(@Nullable String lastEvent, Duration atMost)
      throws IOException, InterruptedException {
    HttpRequest.Builder builder = builder("text/event-stream").timeout(atMost).GET();
    if (lastEvent != null) {
      builder.header("Last-Event-ID", lastEvent);
    }
    return send(builder);
  }

  private HttpResponse<InputStream> send(HttpRequest.Builder builder)
      throws IOException, InterruptedException {
    for (int renewals = 0; ; renewals++) {
      String used = authorizer.header();
      if (used != null) {
        builder.setHeader("Authorization", used);
      }
      HttpResponse<InputStream> response = http.send(builder.build(), BodyHandlers.ofInputStream());
      int status = response.statusCode();
      if (status != UNAUTHORIZED && status != FORBIDDEN || renewals == MAX_RENEWALS) {
        return response;
      }
      String challenge = response.headers().firstValue("WWW-Authenticate").orElse(null);
      if (!authorizer.renew(status, challenge, used)) {
        return response;
      }
      response.body().close();
    }
  }

  private HttpRequest.Builder builder(String accept) {
    HttpRequest.Builder builder = HttpRequest.newBuilder(url);
    headers.forEach(builder::setHeader);
    builder.header("Accept", accept);
    String id = session;
    if (id != null) {
      builder.header("Mcp-Session-Id", id);
    }
    String version = revision;
    if (version != null) {
      builder.header("MCP-Protocol-Version", version);
    }
    return builder;
  }

  /** Ends the session at the server, if there is one, and all requests. */
  @Override
  public void close() {
    try {
      if (session != null) {
        http.send(
            builder("application/json").timeout(Duration.ofSeconds(1)).DELETE().build(),
            BodyHandlers.discarding());
      }
    } catch (IOException unreachable) {
      // The server forgets the session by itself.
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    } finally {
      http.shutdownNow();
    }
  }
}
