package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Requests to authorization servers: JSON answers, small, never redirected. Calls block. */
final class OAuthHttp {
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int MAX_ANSWER = 256 * 1024;
  private static final int EXCERPT = 300;
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(TIMEOUT)
          .build();

  /** Null when there is no such document. */
  @Nullable RawJson find(URI url) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(
            builder(url).header("Accept", "application/json").GET().build(),
            BodyHandlers.ofInputStream());
    byte[] body = body(response);
    return response.statusCode() == 200 ? object(body) : null;
  }

  RawJson postJson(URI url, byte[] json) throws IOException, InterruptedException {
    return demand(
        url,
        builder(url)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json)));
  }

  /** {@code authorization} is a header, or null. */
  RawJson postForm(URI url, Map<String, String> form, @Nullable String authorization)
      throws IOException, InterruptedException {
    HttpRequest.Builder builder =
        builder(url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(encoded(form)));
    if (authorization != null) {
      builder.header("Authorization", authorization);
    }
    return demand(url, builder);
  }

  private RawJson demand(URI url, HttpRequest.Builder builder)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        http.send(
            builder.header("Accept", "application/json").build(), BodyHandlers.ofInputStream());
    byte[] body = body(response);
    RawJson answer = object(body);
    if (response.statusCode() >= 300 || answer == null) {
      throw new OAuthFailure(
          url + " answered with HTTP status " + response.statusCode() + problem(answer));
    }
    return answer;
  }

  private static String problem(@Nullable RawJson answer) {
    if (answer == null) {
      return "";
    }
    try {
      String code = answer.fields().optionalString("error");
      String text = answer.fields().optionalString("error_description");
      return (code == null ? "" : ": " + PlainText.oneLine(code, EXCERPT))
          + (text == null ? "" : ": " + PlainText.oneLine(text, EXCERPT));
    } catch (InvalidField odd) {
      return "";
    }
  }

  static String encoded(Map<String, String> form) {
    return form.entrySet().stream()
        .map(
            one ->
                URLEncoder.encode(one.getKey(), UTF_8)
                    + "="
                    + URLEncoder.encode(one.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  /** Secrets must not travel in the clear, except on this machine. */
  private static HttpRequest.Builder builder(URI url) throws OAuthFailure {
    return HttpRequest.newBuilder(checked(url)).timeout(TIMEOUT);
  }

  static URI checked(URI url) throws OAuthFailure {
    String host = String.valueOf(url.getHost());
    boolean isSafe =
        "https".equals(url.getScheme())
            || "http".equals(url.getScheme()) && (THIS_MACHINE.contains(host) || isLoopback(host));
    if (!isSafe || url.getHost() == null) {
      throw new OAuthFailure("bub refuses to log in at " + url + ", because it is not https");
    }
    return url;
  }

  private static boolean isLoopback(String host) {
    try {
      return host.matches("[0-9.]+") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (IOException unknown) {
      return false;
    }
  }

  private static byte[] body(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      byte[] bytes = body.readNBytes(MAX_ANSWER + 1);
      if (bytes.length > MAX_ANSWER) {
        throw new OAuthFailure(
            response.uri() + " answered with more than " + MAX_ANSWER + " bytes");
      }
      return bytes;
    }
  }

  private static @Nullable RawJson object(byte[] body) {
    try {
      RawJson json = RawJson.parse(body, RawJson.DEFAULT_DEPTH);
      return json.isObject() ? json : null;
    } catch (InvalidJson odd) {
      return null;
    }
  }
}
