package bub.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * OAuth server on the port of a {@link FakeHttpMcpServer}. It agrees to every login and issues the
 * tokens a1, a2 and so on.
 */
public final class FakeAuthorizationServer {
  /** Request for a token. */
  public record TokenRequest(@Nullable String authorization, Map<String, String> form) {}

  private final FakeHttpMcpServer server;
  private final String issuer;
  private final List<Map<String, String>> logins = new CopyOnWriteArrayList<>();
  private final List<TokenRequest> tokenRequests = new CopyOnWriteArrayList<>();
  private final List<String> registrations = new CopyOnWriteArrayList<>();
  private volatile String registration = "";

  /** {@code path} is the path of the issuer, such as {@code /tenant}; may be empty. */
  public FakeAuthorizationServer(FakeHttpMcpServer server, String path) {
    this.server = server;
    this.issuer = server.origin() + path;
    server.serve(path + "/authorize", this::authorize);
    server.serve(path + "/token", this::token);
  }

  /** With the metadata where most servers have them, and clients that register themselves. */
  public static FakeAuthorizationServer usual(FakeHttpMcpServer server) {
    var usual = new FakeAuthorizationServer(server, "");
    usual.describeResource("/.well-known/oauth-protected-resource", "");
    usual.describe("/.well-known/oauth-authorization-server", "");
    usual.registers("{\"client_id\":\"c1\"}");
    return usual;
  }

  /** Serves the metadata of the MCP server; {@code more} is JSON such as {@code ,"a":1}. */
  public void describeResource(String path, String more) {
    server.serve(
        path,
        exchange ->
            FakeHttpMcpServer.json(
                exchange,
                200,
                "{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"]%s}"
                    .formatted(server.url(), issuer, more)));
  }

  /** Serves the metadata of this authorization server. */
  public void describe(String path, String more) {
    server.serve(
        path,
        exchange ->
            FakeHttpMcpServer.json(
                exchange,
                200,
                ("{\"issuer\":\"%1$s\",\"authorization_endpoint\":\"%1$s/authorize\","
                        + "\"token_endpoint\":\"%1$s/token\"%2$s}")
                    .formatted(issuer, registration + more)));
  }

  /** Registers clients, with this answer. */
  public void registers(String answer) {
    registration = ",\"registration_endpoint\":\"" + issuer + "/register\"";
    server.serve(
        URI.create(issuer).getPath() + "/register",
        exchange -> {
          registrations.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          FakeHttpMcpServer.json(exchange, 201, answer);
        });
  }

  public String issuer() {
    return issuer;
  }

  /** Parameters of each login page that somebody opened. */
  public List<Map<String, String>> logins() {
    return logins;
  }

  public List<TokenRequest> tokenRequests() {
    return tokenRequests;
  }

  /** Bodies of the registrations. */
  public List<String> registrations() {
    return registrations;
  }

  /** Agrees to a login, as a person at its page; returns what the browser brings back. */
  public Map<String, String> agree(URI page) {
    Map<String, String> query = parameters(page.getRawQuery());
    logins.add(query);
    return Map.of("code", "code" + logins.size(), "state", String.valueOf(query.get("state")));
  }

  private void authorize(HttpExchange exchange) throws IOException {
    URI page = exchange.getRequestURI();
    String back = parameters(page.getRawQuery()).get("redirect_uri");
    Map<String, String> answer = agree(page);
    exchange
        .getResponseHeaders()
        .add(
            "Location",
            back
                + "?code="
                + answer.get("code")
                + "&state="
                + URLEncoder.encode(String.valueOf(answer.get("state")), UTF_8));
    exchange.sendResponseHeaders(302, -1);
    exchange.close();
  }

  private void token(HttpExchange exchange) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    tokenRequests.add(
        new TokenRequest(exchange.getRequestHeaders().getFirst("Authorization"), parameters(form)));
    int number = tokenRequests.size();
    FakeHttpMcpServer.json(
        exchange,
        200,
        "{\"access_token\":\"a%1$d\",\"token_type\":\"Bearer\",\"refresh_token\":\"r%1$d\"}"
            .formatted(number));
  }

  private static Map<String, String> parameters(String query) {
    var parameters = new HashMap<String, String>();
    for (String pair : query.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2) {
        parameters.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
      }
    }
    return parameters;
  }
}
