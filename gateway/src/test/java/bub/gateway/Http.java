package bub.gateway;

import bub.json.Fields;
import bub.json.RawJson;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;

/** HTTP requests of a program, with its headers. */
public record Http(HttpClient client, List<String> headers) implements AutoCloseable {
  public static Http plain() {
    return new Http(
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), List.of());
  }

  public Http with(String header, String value) {
    var more = new ArrayList<>(headers);
    more.addAll(List.of(header, value));
    return new Http(client, more);
  }

  /** A response. */
  public record Reply(int status, String body, HttpResponse<?> response) {
    public Fields fields() throws Exception {
      return RawJson.parse(body).fields();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  public Reply get(URI url) throws Exception {
    return send(request(url).GET());
  }

  public Reply delete(URI url) throws Exception {
    return send(request(url).DELETE());
  }

  public Reply post(URI url, String json) throws Exception {
    return send(
        request(url)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  public Reply postForm(URI url, String form) throws Exception {
    return send(
        request(url)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  public HttpResponse<InputStream> stream(URI url, String json) throws Exception {
    return client.send(
        request(url)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofInputStream());
  }

  public HttpResponse<InputStream> streamGet(URI url) throws Exception {
    return client.send(request(url).GET().build(), BodyHandlers.ofInputStream());
  }

  private Reply send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body(), response);
  }

  private HttpRequest.Builder request(URI url) {
    HttpRequest.Builder request = HttpRequest.newBuilder(url);
    return headers.isEmpty() ? request : request.headers(headers.toArray(String[]::new));
  }

  @Override
  public void close() {
    client.close();
  }
}
