package bub.gateway.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import bub.client.TimeSource;
import bub.gateway.mcpclient.config.ElicitationMode;
import bub.gateway.mcpclient.config.McpServerEntry;
import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.oauth.AgreeingPrompt;
import bub.gateway.mcpclient.oauth.OAuthAuthorizer;
import bub.gateway.mcpclient.transport.PlainLauncher;
import bub.json.RawJson;
import bub.testkit.FakeAuthorizationServer;
import bub.testkit.FakeHttpMcpServer;
import bub.testkit.FakeHttpMcpServer.Challenge;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of servers that demand a login, or another one for a tool. */
class AuthorizedMcpServerTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final Challenge LOGIN = new Challenge(401, "Bearer scope=\"read\"");
  private static final Challenge MORE =
      new Challenge(403, "Bearer error=\"insufficient_scope\", scope=\"write\"");

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

  private McpConnection connect() throws Exception {
    var remote = new Remote(server.url(), Map.of(), OAuthClient.NONE);
    var entry =
        new McpServerEntry("remote", remote, false, SOON, List.of(), ElicitationMode.REFUSE);
    var authorizer =
        new OAuthAuthorizer(
            remote, directory.resolve("one.json"), new AgreeingPrompt(authorization::agree));
    return new McpConnections(
            directory, new PlainLauncher(), (_, _) -> authorizer, TimeSource.system())
        .open(entry, SOON, McpConnection.Listener.NONE);
  }

  private static String ask(McpConnection connection) throws Exception {
    return connection.call("ask", RawJson.EMPTY_OBJECT, SOON, _ -> {}).toString();
  }

  private List<String> scopes() {
    return authorization.logins().stream().map(login -> login.get("scope")).toList();
  }

  private long calls() {
    return server.requests().stream().filter(one -> one.contains("\"tools/call\"")).count();
  }

  @Test
  void aToolThatNeedsMoreScopesIsCalledAfterAnotherLogin() throws Exception {
    server.guard(
        (header, body) ->
            header == null
                ? LOGIN
                : header.equals("Bearer a1") && body.contains("\"tools/call\"") ? MORE : null);
    try (McpConnection connection = connect()) {
      assertThat(connection.tools().tools()).hasSize(1);
      assertThat(ask(connection)).contains("fine");
    }
    assertThat(scopes()).containsExactly("read", "read write");
    assertThat(authorization.registrations()).hasSize(1);
    assertThat(calls()).isEqualTo(2);
  }

  @Test
  void aServerThatIsNeverContentAsksForFewLogins() throws Exception {
    server.guard(
        (header, body) -> header == null ? LOGIN : body.contains("\"tools/call\"") ? MORE : null);
    try (McpConnection connection = connect()) {
      assertThatThrownBy(() -> ask(connection)).hasMessageContaining("403");
      assertThatThrownBy(() -> ask(connection)).hasMessageContaining("403");
    }
    assertThat(authorization.logins()).hasSize(3);
    assertThat(calls()).isLessThan(6);
  }

  @Test
  void aServerThatRefusesEveryTokenIsNamedWithTheRemedy() {
    server.guard((_, _) -> LOGIN);
    assertThatThrownBy(this::connect)
        .isInstanceOf(McpFailure.class)
        .hasMessageContaining("bub mcp login remote");
    assertThat(authorization.tokenRequests()).hasSizeLessThan(7);
  }

  @Test
  void aRefusalThatIsNoQuestionOfScopesLeadsToNoLogin() throws Exception {
    server.guard(
        (_, body) ->
            body.contains("\"tools/call\"") ? new Challenge(403, "Bearer error=\"no\"") : null);
    try (McpConnection connection = connect()) {
      assertThatThrownBy(() -> ask(connection)).hasMessageContaining("403");
    }
    assertThat(authorization.logins()).isEmpty();
  }
}
