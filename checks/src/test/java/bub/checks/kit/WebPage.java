package bub.checks.kit;

import static bub.checks.kit.TypedClient.tree;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** The console as an HTTP client sees it. */
public record WebPage(URI url) {
  private static final HttpClient BROWSER = HttpClient.newHttpClient();
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** The first address of a page that is told here. */
  public static WebPage in(String text) {
    return new WebPage(URI.create(text.replaceFirst("(?s).*?(http://\\S+).*", "$1")));
  }

  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path));
  }

  public JsonNode json(String path) throws IOException, InterruptedException {
    return tree(get(path).body());
  }

  /** As the page's own script does it. */
  public HttpResponse<String> post(String path, String json)
      throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("X-Bub-Console", "1")
            .POST(BodyPublishers.ofString(json)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return BROWSER.send(request.build(), BodyHandlers.ofString());
  }
}
