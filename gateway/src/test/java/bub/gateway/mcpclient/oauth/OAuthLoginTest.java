package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.testkit.FakeAuthorizationServer;
import bub.testkit.FakeAuthorizationServer.TokenRequest;
import bub.testkit.FakeHttpMcpServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Identities and scopes with which bub logs in, as MCP's conformance suite checks them. */
class OAuthLoginTest {
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String SERVER = "/.well-known/oauth-authorization-server";
  private static final OAuthClient PUBLISHED =
      new OAuthClient(null, null, "https://client.example/client.json");

  @TempDir Path directory;
  private FakeHttpMcpServer server;
  private FakeAuthorizationServer authorization;

  @BeforeEach
  void start() throws Exception {
    server = new FakeHttpMcpServer();
    authorization = new FakeAuthorizationServer(server, "");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private OAuthAuthorizer authorizer(
      OAuthClient client, Function<URI, Map<String, String>> person) {
    return new OAuthAuthorizer(
        new Remote(server.url(), Map.of(), client),
        directory.resolve("one.json"),
        new AgreeingPrompt(person));
  }

  private TokenRequest logIn(OAuthClient client, String challenge) throws Exception {
    var authorizer = authorizer(client, authorization::agree);
    assertThat(authorizer.renew(401, challenge, null)).isTrue();
    assertThat(authorizer.header()).isEqualTo("Bearer a1");
    return authorization.tokenRequests().getLast();
  }

  private TokenRequest logIn(OAuthClient client) throws Exception {
    return logIn(client, "Bearer");
  }

  private static String methods(String... names) {
    return ",\"token_endpoint_auth_methods_supported\":[\"" + String.join("\",\"", names) + "\"]";
  }

  private static String basic(String id, String secret) {
    return "Basic " + Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(UTF_8));
  }

  @Test
  void aRegisteredClientProvesItselfWithBasic() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, methods("client_secret_basic"));
    authorization.registers("{\"client_id\":\"c1\",\"client_secret\":\"s1\"}");
    TokenRequest request = logIn(OAuthClient.NONE);
    assertThat(request.authorization()).isEqualTo(basic("c1", "s1"));
    assertThat(request.form()).doesNotContainKeys("client_id", "client_secret");
    assertThat(authorization.registrations().getFirst())
        .contains("\"token_endpoint_auth_method\":\"client_secret_basic\"");
  }

  @Test
  void aRegisteredClientProvesItselfInTheForm() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, methods("client_secret_post"));
    authorization.registers("{\"client_id\":\"c1\",\"client_secret\":\"s1\"}");
    TokenRequest request = logIn(OAuthClient.NONE);
    assertThat(request.authorization()).isNull();
    assertThat(request.form())
        .containsEntry("client_id", "c1")
        .containsEntry("client_secret", "s1");
  }

  @Test
  void aRegisteredClientPrefersToHaveNoSecret() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, methods("client_secret_basic", "none"));
    authorization.registers("{\"client_id\":\"c1\"}");
    TokenRequest request = logIn(OAuthClient.NONE);
    assertThat(request.authorization()).isNull();
    assertThat(request.form()).containsEntry("client_id", "c1").doesNotContainKey("client_secret");
  }

  @Test
  void theServerMayAssignAnotherMethod() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    authorization.registers(
        "{\"client_id\":\"c1\",\"client_secret\":\"s1\","
            + "\"token_endpoint_auth_method\":\"client_secret_post\"}");
    assertThat(logIn(OAuthClient.NONE).form()).containsEntry("client_secret", "s1");
  }

  @Test
  void aServerThatReadsClientMetadataNeedsNoRegistration() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, ",\"client_id_metadata_document_supported\":true");
    authorization.registers("{\"client_id\":\"c1\"}");
    TokenRequest request = logIn(PUBLISHED);
    assertThat(request.form()).containsEntry("client_id", "https://client.example/client.json");
    assertThat(authorization.logins().getFirst())
        .containsEntry("client_id", "https://client.example/client.json");
    assertThat(authorization.registrations()).isEmpty();
  }

  @Test
  void aServerThatReadsNoClientMetadataGetsARegistration() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    authorization.registers("{\"client_id\":\"c1\"}");
    assertThat(logIn(PUBLISHED).form()).containsEntry("client_id", "c1");
  }

  @Test
  void aClientThatAPersonRegisteredIsUsedAsItIs() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    TokenRequest request = logIn(new OAuthClient("mine", "s3cret", null));
    assertThat(request.authorization()).isEqualTo(basic("mine", "s3cret"));
    assertThat(authorization.logins().getFirst()).containsEntry("client_id", "mine");
  }

  @Test
  void withoutAnyWayToRegisterTheRemedyIsNamed() {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    assertThatThrownBy(() -> logIn(OAuthClient.NONE)).hasMessageContaining("clientId");
  }

  @Test
  void aServerWithoutPkceIsRefused() {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, ",\"code_challenge_methods_supported\":[\"plain\"]");
    assertThatThrownBy(() -> logIn(OAuthClient.NONE)).hasMessageContaining("PKCE");
  }

  @Test
  void asksForTheScopesOfTheChallenge() throws Exception {
    authorization.describeResource(RESOURCE, ",\"scopes_supported\":[\"all\"]");
    authorization.describe(SERVER, "");
    authorization.registers("{\"client_id\":\"c1\"}");
    logIn(OAuthClient.NONE, "Bearer scope=\"read\"");
    assertThat(authorization.logins().getFirst())
        .containsEntry("scope", "read")
        .containsEntry("code_challenge_method", "S256")
        .containsEntry("resource", server.url().toString());
  }

  @Test
  void otherwiseAsksForTheScopesThatTheServerSupports() throws Exception {
    authorization.describeResource(RESOURCE, ",\"scopes_supported\":[\"read\",\"write\"]");
    authorization.describe(SERVER, "");
    authorization.registers("{\"client_id\":\"c1\"}");
    logIn(OAuthClient.NONE);
    assertThat(authorization.logins().getFirst()).containsEntry("scope", "read write");
  }

  @Test
  void otherwiseAsksForNoScope() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    authorization.registers("{\"client_id\":\"c1\"}");
    logIn(OAuthClient.NONE);
    assertThat(authorization.logins().getFirst()).doesNotContainKey("scope");
  }

  @Test
  void anAnswerMustNameItsServerIfTheServerPromisesThat() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, ",\"authorization_response_iss_parameter_supported\":true");
    authorization.registers("{\"client_id\":\"c1\"}");
    assertThatThrownBy(() -> logIn(OAuthClient.NONE)).hasMessageContaining("another");
    var named =
        authorizer(
            OAuthClient.NONE,
            page -> {
              var answer = new HashMap<>(authorization.agree(page));
              answer.put("iss", authorization.issuer());
              return answer;
            });
    assertThat(named.renew(401, "Bearer", null)).isTrue();
  }

  @Test
  void aRefusalOfThePersonIsNamed() throws Exception {
    authorization.describeResource(RESOURCE, "");
    authorization.describe(SERVER, "");
    authorization.registers("{\"client_id\":\"c1\"}");
    var refusing =
        authorizer(
            OAuthClient.NONE,
            page ->
                Map.of("error", "access_denied", "state", authorization.agree(page).get("state")));
    assertThatThrownBy(() -> refusing.renew(401, "Bearer", null))
        .hasMessageContaining("the login failed: access_denied");
  }
}
