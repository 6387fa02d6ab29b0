package bub.gateway.mcpclient.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.testkit.FakeAuthorizationServer;
import bub.testkit.FakeHttpMcpServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places of metadata, as MCP's conformance suite varies them. */
class OAuthDiscoveryTest {
  private FakeHttpMcpServer server;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private AuthorizationServer find(@Nullable String named) throws Exception {
    return new OAuthDiscovery(new OAuthHttp()).find(server.url(), named);
  }

  @ParameterizedTest
  @CsvSource({
    "/.well-known/oauth-protected-resource/mcp, '', /.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource/mcp, '', /.well-known/openid-configuration",
    "/.well-known/oauth-protected-resource, '', /.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource, /a, /.well-known/oauth-authorization-server/a",
    "/.well-known/oauth-protected-resource, /a, /.well-known/openid-configuration/a",
    "/.well-known/oauth-protected-resource, /a/b, /a/b/.well-known/openid-configuration",
  })
  void findsTheMetadataInEveryPlace(String resource, String issuer, String metadata)
      throws Exception {
    var authorization = new FakeAuthorizationServer(server, issuer);
    authorization.describeResource(resource, "");
    authorization.describe(metadata, "");
    assertThat(find(null).issuer()).isEqualTo(authorization.issuer());
    assertThat(find(null).token()).hasToString(authorization.issuer() + "/token");
  }

  @Test
  void findsTheMetadataThatTheChallengeNames() throws Exception {
    var authorization = new FakeAuthorizationServer(server, "");
    authorization.describeResource("/custom/metadata.json", "");
    authorization.describe("/.well-known/oauth-authorization-server", "");
    assertThat(find(server.origin() + "/custom/metadata.json").issuer())
        .isEqualTo(authorization.issuer());
    assertThatThrownBy(() -> find(null)).hasMessageContaining("does not say where to log in");
  }

  @Test
  void refusesTheMetadataOfAnotherIssuer() {
    var authorization = new FakeAuthorizationServer(server, "/a");
    var other = new FakeAuthorizationServer(server, "/b");
    authorization.describeResource("/.well-known/oauth-protected-resource", "");
    other.describe("/.well-known/oauth-authorization-server/a", "");
    assertThatThrownBy(() -> find(null)).hasMessageContaining("another issuer");
  }

  @ParameterizedTest
  @CsvSource({"https://other.example/mcp", "/mcp2", "/mcp/deeper"})
  void refusesTheMetadataOfAnotherResource(String resource) {
    String named = resource.startsWith("/") ? server.origin() + resource : resource;
    server.serve(
        "/.well-known/oauth-protected-resource",
        exchange ->
            FakeHttpMcpServer.json(
                exchange,
                200,
                "{\"resource\":\"" + named + "\",\"authorization_servers\":[\"x\"]}"));
    assertThatThrownBy(() -> find(null)).hasMessageContaining("another resource");
  }

  @Test
  void refusesMetadataThatAreNoJson() {
    server.serve(
        "/.well-known/oauth-protected-resource",
        exchange -> FakeHttpMcpServer.json(exchange, 200, "<html>"));
    assertThatThrownBy(() -> find(null)).isInstanceOf(OAuthFailure.class);
  }
}
