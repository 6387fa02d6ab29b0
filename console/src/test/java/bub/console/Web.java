package bub.console;

import bub.json.Fields;
import bub.json.RawJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HTTP requests of a browser to the console, and their responses. */
final class Web {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI console;
  private final Map<String, String> headers = new LinkedHashMap<>();

  Web(URI console) {
    this.console = console;
  }

  /** A response. */
  record Reply(int status, String body, HttpHeaders headers) {
    RawJson json() throws Exception {
      return RawJson.parse(body);
    }

    Fields fields() throws Exception {
      return json().fields();
    }

    String errorCode() throws Exception {
      return fields().object("error").fields().string("code");
    }

    @Nullable String header(String name) {
      return headers.firstValue(name).orElse(null);
    }
  }

  static {
    // A test must be able to lie about its host.
    System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host,origin");
  }

  Web with(String header, String value) {
    var other = new Web(console);
    other.headers.putAll(headers);
    other.headers.put(header, value);
    return other;
  }

  Reply get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  Reply ask(String method, String path) throws IOException, InterruptedException {
    return send(request(path).method(method, HttpRequest.BodyPublishers.noBody()));
  }

  Reply post(String path, String json) throws IOException, InterruptedException {
    return with("X-Bub-Console", "1").rawPost(path, json);
  }

  Reply rawPost(String path, String json) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  Reply postAs(String type, String path, String body) throws IOException, InterruptedException {
    return send(
        with("X-Bub-Console", "1")
            .request(path)
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  private Reply send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body(), response.headers());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(console.resolve(path)).timeout(Duration.ofSeconds(20));
    headers.forEach(request::setHeader);
    return request;
  }

  /** The live stream, from where the browser was. */
  LiveStream stream(@Nullable String lastEventId) throws IOException, InterruptedException {
    HttpRequest.Builder request = request("/api/stream");
    if (lastEventId != null) {
      request.setHeader("Last-Event-ID", lastEventId);
    }
    HttpResponse<InputStream> response = http.send(request.build(), BodyHandlers.ofInputStream());
    return new LiveStream(response.statusCode(), response.body());
  }

  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
