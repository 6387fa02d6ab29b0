package bub.gateway.mcpclient.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.OAuthGrant.Client;
import bub.testkit.FakeAuthorizationServer;
import bub.testkit.FakeAuthorizationServer.TokenRequest;
import bub.testkit.FakeHttpMcpServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OAuthAuthorizerTest {
  @TempDir Path directory;
  private FakeHttpMcpServer server;
  private FakeAuthorizationServer authorization;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
    authorization = FakeAuthorizationServer.usual(server);
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
    Thread.ofVirtual()
        .start(
            () -> {
              try (var http =
                  HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
                http.send(HttpRequest.newBuilder(page).build(), BodyHandlers.discarding());
              } catch (Exception failed) {
                throw new IllegalStateException(failed);
              }
            });
  }

  @Test
  void aPersonLogsInAndTheNextProcessRefreshesTheToken() throws Exception {
    try (var prompt = LoopbackPrompt.open(0, OAuthAuthorizerTest::agree, Duration.ofSeconds(30))) {
      var first = new OAuthAuthorizer(remote(), file(), prompt);
      assertThat(first.header()).isNull();
      assertThat(first.renew(401, "Bearer scope=\"read write\"", null)).isTrue();
      assertThat(first.header()).isEqualTo("Bearer a1");
    }
    TokenRequest login = authorization.tokenRequests().getFirst();
    assertThat(login.form())
        .containsEntry("grant_type", "authorization_code")
        .containsEntry("code", "code1")
        .containsEntry("client_id", "c1")
        .containsEntry("resource", server.url().toString())
        .containsKey("code_verifier");
    assertThat(Files.getPosixFilePermissions(file())).hasSize(2);

    var second = new OAuthAuthorizer(remote(), file(), null);
    assertThat(second.header()).isEqualTo("Bearer a1");
    assertThat(second.renew(401, "Bearer", "Bearer a1")).isTrue();
    assertThat(second.header()).isEqualTo("Bearer a2");
    assertThat(authorization.tokenRequests().getLast().form())
        .containsEntry("grant_type", "refresh_token")
        .containsEntry("refresh_token", "r1");
    assertThat(second.renew(401, "Bearer", "Bearer a1")).as("renewed meanwhile").isTrue();
    assertThat(authorization.tokenRequests()).hasSize(2);
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
    var liar = new AgreeingPrompt(_ -> Map.of("code", "stolen", "state", "other"));
    var authorizer = new OAuthAuthorizer(remote(), file(), liar);
    assertThatThrownBy(() -> authorizer.renew(401, "Bearer", null))
        .hasMessageContaining("another login");
    assertThat(authorization.tokenRequests()).isEmpty();
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
