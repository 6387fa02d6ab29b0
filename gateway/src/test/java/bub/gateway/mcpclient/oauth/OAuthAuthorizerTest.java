package bub.gateway.mcpclient.oauth;

import static bub.gateway.mcpclient.FakeHttpMcpServer.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.mcpclient.FakeHttpMcpServer;
import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.OAuthGrant.Client;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conformance suite covers the rest of the flow; see McpClientConformanceSoakTest. */
class OAuthAuthorizerTest {
  @TempDir Path directory;
  private FakeHttpMcpServer server;
  private final List<String> forms = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
    String origin = server.url().resolve("/").toString().replaceAll("/$", "");
    server.serve(
        "/.well-known/oauth-protected-resource",
        exchange ->
            json(
                exchange,
                200,
                "{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"]}"
                    .formatted(server.url(), origin)));
    server.serve(
        "/.well-known/oauth-authorization-server",
        exchange ->
            json(
                exchange,
                200,
                ("{\"issuer\":\"%1$s\",\"authorization_endpoint\":\"%1$s/authorize\","
                     + "\"token_endpoint\":\"%1$s/token\",\"registration_endpoint\":\"%1$s/reg\","
                     + "\"token_endpoint_auth_methods_supported\":[\"none\"]}")
                    .formatted(origin)));
    server.serve("/reg", exchange -> json(exchange, 201, "{\"client_id\":\"c1\"}"));
    server.serve(
        "/token",
        exchange -> {
          forms.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
          json(
              exchange,
              200,
              "{\"access_token\":\"a%d\",\"token_type\":\"Bearer\",\"refresh_token\":\"r%d\"}"
                  .formatted(forms.size(), forms.size()));
        });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path file() {
    return directory.resolve("logins/one.json");
  }

  private Remote remote() {
    return new Remote(server.url(), Map.of(), OAuthClient.NONE);
  }

  /** A browser that comes back at once. */
  private static void agree(URI page) {
    Map<String, String> query = LoopbackPrompt.parameters(page.getRawQuery());
    Thread.ofVirtual()
        .start(
            () -> {
              URI back = URI.create(query.get("redirect_uri"));
              get(back.resolve("/favicon.ico"));
              get(URI.create(back + "?code=k&state=" + query.get("state")));
            });
  }

  private static void get(URI url) {
    try (var http = HttpClient.newHttpClient()) {
      http.send(HttpRequest.newBuilder(url).build(), BodyHandlers.discarding());
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void aPersonLogsInAndTheNextProcessRefreshesTheToken() throws Exception {
    try (var prompt = LoopbackPrompt.open(0, OAuthAuthorizerTest::agree, Duration.ofSeconds(30))) {
      var first = new OAuthAuthorizer(remote(), file(), prompt);
      assertThat(first.header()).isNull();
      assertThat(first.renew(401, "Bearer scope=\"read write\"", null)).isTrue();
      assertThat(first.header()).isEqualTo("Bearer a1");
    }
    assertThat(forms.getFirst())
        .contains("grant_type=authorization_code", "code=k", "code_verifier=", "client_id=c1");
    assertThat(Files.getPosixFilePermissions(file())).hasSize(2);

    var second = new OAuthAuthorizer(remote(), file(), null);
    assertThat(second.header()).isEqualTo("Bearer a1");
    assertThat(second.renew(401, "Bearer", "Bearer a1")).isTrue();
    assertThat(second.header()).isEqualTo("Bearer a2");
    assertThat(forms.getLast()).contains("grant_type=refresh_token", "refresh_token=r1");
    assertThat(second.renew(401, "Bearer", "Bearer a1")).as("renewed meanwhile").isTrue();
    assertThat(forms).hasSize(2);
  }

  @Test
  void nobodyLogsInWithoutAPerson() throws Exception {
    var authorizer = new OAuthAuthorizer(remote(), file(), null);
    assertThat(authorizer.renew(401, "Bearer", null)).isFalse();
    assertThat(authorizer.renew(403, "Bearer error=\"insufficient_scope\"", null)).isFalse();
  }

  @Test
  void secretsDoNotTravelInTheClear() {
    for (String url : List.of("http://example.com/token", "ftp://127.0.0.1/", "http:///x")) {
      assertThatThrownBy(() -> OAuthHttp.checked(URI.create(url)))
          .hasMessageContaining("not https");
    }
  }

  @Test
  void anAnswerOfAnotherLoginIsRefused() throws Exception {
    var liar =
        new AuthorizationPrompt() {
          @Override
          public URI redirectUri() {
            return URI.create("http://127.0.0.1:1/callback");
          }

          @Override
          public Map<String, String> authorize(URI page) {
            return Map.of("code", "stolen", "state", "other");
          }
        };
    var authorizer = new OAuthAuthorizer(remote(), file(), liar);
    assertThatThrownBy(() -> authorizer.renew(401, "Bearer", null))
        .hasMessageContaining("another login");
    assertThat(forms).isEmpty();
    assertThat(file()).doesNotExist();
  }

  @Test
  void readsChallengesOfAnyShape() {
    BearerChallenge challenge =
        BearerChallenge.read(
            "Bearer error=\"insufficient_scope\", scope=\"a b\", resource_metadata=https://x/y");
    assertThat(challenge.isInsufficientScope()).isTrue();
    assertThat(challenge.scope()).isEqualTo("a b");
    assertThat(challenge.resourceMetadata()).isEqualTo("https://x/y");
    assertThat(BearerChallenge.read("Basic realm=\"x\"").parameters()).isEmpty();
    assertThat(BearerChallenge.read(null).parameters()).isEmpty();
  }

  @Test
  void secretsStayOutOfTexts() {
    var grant =
        new OAuthGrant(new Client("id", "s3cret", Client.BASIC), server.url(), "r", "a", "b", null);
    assertThat(grant.toString() + grant.client()).doesNotContain("s3cret");
    assertThat(grant.client().header()).startsWith("Basic ");
  }
}
