package bub.gateway.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import bub.console.login.ConsoleRole;
import bub.gateway.DoorScene;
import bub.gateway.Http;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Login of an MCP client by the console, from the refusal to the first call. */
@Timeout(60)
class OAuthDoorTest {
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  private static final String REDIRECT = "http://127.0.0.1:5555/callback";
  private static final String REGISTRATION =
      "{\"client_name\":\"Test Tool\",\"redirect_uris\":[\"http://127.0.0.1/callback\"]}";
  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  @TempDir Path directory;
  private DoorScene scene;
  private final Http http = Http.plain();

  @BeforeEach
  void open() throws Exception {
    scene = new DoorScene(directory);
    await().until(() -> http.get(scene.url("/v1/models")).status() == 200);
  }

  @AfterEach
  void close() {
    http.close();
    scene.close();
  }

  private void lock() {
    scene.token("app:somebody");
    scene.lock();
  }

  private Http loggedIn(ConsoleRole role) throws Exception {
    Http page = http.with("X-Bub-Console", "1");
    String code = scene.loginCode(role);
    Http.Reply login = page.post(scene.url("/api/login"), "{\"code\":\"" + code + "\"}");
    assertThat(login.status()).as(login.body()).isEqualTo(200);
    return page.with("Cookie", login.header("Set-Cookie").split(";", 2)[0]);
  }

  private String clientId() throws Exception {
    Http.Reply reply = http.post(scene.url("/oauth/register"), REGISTRATION);
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
    return reply.fields().string("client_id");
  }

  private Map<String, String> request() throws Exception {
    var request = new LinkedHashMap<String, String>();
    request.put("response_type", "code");
    request.put("client_id", clientId());
    request.put("redirect_uri", REDIRECT);
    request.put("code_challenge", CHALLENGE);
    request.put("code_challenge_method", "S256");
    request.put("state", "s&1");
    request.put("resource", scene.url("/mcp").toString());
    return request;
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(one -> one.getKey() + "=" + URLEncoder.encode(one.getValue(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  private static String decision(Map<String, String> request, boolean allow) {
    JsonWriter out = new JsonWriter().beginObject();
    request.forEach(out::field);
    return out.field("allow", allow).endObject().toString();
  }

  private Http.Reply decide(Http page, Map<String, String> request, boolean allow)
      throws Exception {
    return page.post(scene.url("/oauth/consent"), decision(request, allow));
  }

  private Map<String, String> outcome(Http.Reply reply) throws Exception {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    URI location = URI.create(reply.fields().string("location"));
    assertThat(location.toString()).startsWith(REDIRECT + "?");
    var parameters = new LinkedHashMap<String, String>();
    for (String one : location.getQuery().replace("s&1", "s+1").split("&", -1)) {
      parameters.put(one.split("=", 2)[0], one.split("=", 2)[1]);
    }
    assertThat(parameters).containsEntry("state", "s+1");
    assertThat(parameters).containsEntry("iss", scene.url("/").toString().replaceAll("/$", ""));
    return parameters;
  }

  private Map<String, String> exchangeOf(Map<String, String> request, @Nullable String code) {
    var exchange = new LinkedHashMap<String, String>();
    exchange.put("grant_type", "authorization_code");
    exchange.put("code", Objects.requireNonNull(code));
    exchange.put("client_id", request.get("client_id"));
    exchange.put("redirect_uri", request.get("redirect_uri"));
    exchange.put("code_verifier", VERIFIER);
    return exchange;
  }

  private Http.Reply exchange(Map<String, String> fields) throws Exception {
    return http.postForm(scene.url("/oauth/token"), form(fields));
  }

  private int initialize(String token) throws Exception {
    return http.with("Authorization", "Bearer " + token)
        .with("Accept", "application/json, text/event-stream")
        .post(scene.url("/mcp"), INITIALIZE)
        .status();
  }

  @Test
  void anOperatorLetsAClientIn() throws Exception {
    lock();
    Http.Reply refused = http.post(scene.url("/mcp"), INITIALIZE);
    assertThat(refused.status()).isEqualTo(401);
    String challenge = refused.header("WWW-Authenticate");
    URI metadata = URI.create(challenge.replaceAll(".*resource_metadata=\"([^\"]+)\".*", "$1"));
    String origin = scene.url("/").toString().replaceAll("/$", "");
    assertThat(http.get(metadata).body()).contains("\"authorization_servers\":[\"" + origin + '"');
    Http.Reply server = http.get(scene.url("/.well-known/oauth-authorization-server"));
    assertThat(server.fields().string("issuer")).isEqualTo(origin);
    assertThat(server.body()).contains("\"S256\"", origin + "/authorize", origin + "/oauth/token");

    Map<String, String> request = request();
    Http page = loggedIn(ConsoleRole.OPERATOR);
    Http.Reply question = page.get(scene.url("/oauth/consent?" + form(request)));
    assertThat(question.body()).contains("Test Tool", "your computer", REDIRECT);
    String code = outcome(decide(page, request, true)).get("code");
    Http.Reply token = exchange(exchangeOf(request, code));

    assertThat(token.status()).as(token.body()).isEqualTo(200);
    assertThat(token.header("Cache-Control")).isEqualTo("no-store");
    assertThat(token.fields().string("token_type")).isEqualTo("Bearer");
    assertThat(initialize(token.fields().string("access_token"))).isEqualTo(200);
    assertThat(exchange(exchangeOf(request, code)).body()).contains("invalid_grant");
  }

  @Test
  void aRefusalGoesBackToTheClient() throws Exception {
    lock();
    Http page = loggedIn(ConsoleRole.OPERATOR);
    assertThat(outcome(decide(page, request(), false)))
        .containsEntry("error", "access_denied")
        .doesNotContainKey("code");
  }

  @ParameterizedTest
  @CsvSource({
    "code_verifier, dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXX",
    "redirect_uri, http://127.0.0.1:5556/callback",
    "client_id, somebody-else",
    "code, invented"
  })
  void aStolenCodeIsWorthNothing(String field, String other) throws Exception {
    lock();
    Map<String, String> request = request();
    Http page = loggedIn(ConsoleRole.OPERATOR);
    String code = outcome(decide(page, request, true)).get("code");
    Map<String, String> exchange = exchangeOf(request, code);
    exchange.put(field, other);
    Http.Reply reply = exchange(exchange);
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("invalid_grant").doesNotContain("access_token");
  }

  @Test
  void onlyAnOperatorOnThePageOfTheConsoleDecides() throws Exception {
    lock();
    Map<String, String> request = request();
    Http page = http.with("X-Bub-Console", "1");
    assertThat(decide(page, request, true).status()).isEqualTo(401);
    assertThat(decide(page, request, true).body()).contains("login_needed");
    Http viewer = loggedIn(ConsoleRole.VIEWER);
    assertThat(decide(viewer, request, true).status()).isEqualTo(403);
    Http operator = loggedIn(ConsoleRole.OPERATOR);
    Http foreign = operator.with("Origin", "https://evil.example");
    assertThat(decide(foreign, request, true).status()).isEqualTo(403);
    Http framed = operator.with("Sec-Fetch-Site", "cross-site");
    assertThat(decide(framed, request, true).status()).isEqualTo(403);
    // A form of another page can send the cookie of a careless browser, but not this header.
    var headers = operator.headers();
    Http formOnly =
        new Http(http.client(), headers.subList(headers.indexOf("Cookie"), headers.size()));
    assertThat(decide(formOnly, request, true).status()).isEqualTo(403);
  }

  @Test
  void anOpenBusIssuesNoTokens() throws Exception {
    Http page = http.with("X-Bub-Console", "1");
    Http.Reply reply = decide(page, request(), true);
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.body()).contains("no login");
    assertThat(http.get(scene.url("/.well-known/oauth-protected-resource/mcp")).body())
        .doesNotContain("authorization_servers");
  }

  @ParameterizedTest
  @CsvSource({
    "response_type, token, unsupported_response_type",
    "client_id, bm90IGpzb24, invalid_client",
    "client_id, *, invalid_client",
    "redirect_uri, http://evil.example/, invalid_redirect_uri",
    "redirect_uri, https://evil.example/, invalid_request",
    "code_challenge, short, invalid_request",
    "code_challenge_method, plain, invalid_request",
    "resource, https://other.example/mcp, invalid_target"
  })
  void aBadRequestIsNamedAndNeverRedirected(String field, String value, String error)
      throws Exception {
    lock();
    Map<String, String> request = request();
    request.put(field, value);
    Http.Reply reply = decide(loggedIn(ConsoleRole.OPERATOR), request, true);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.body()).contains(error).doesNotContain("location");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "7",
        "{\"redirect_uris\":[]}",
        "{\"redirect_uris\":\"https://a/\"}",
        "{\"redirect_uris\":[7]}",
        "{\"redirect_uris\":[\"javascript:alert(1)\"]}",
        "{\"client_name\":7,\"redirect_uris\":[\"https://a/\"]}",
        "{\"redirect_uris\":[\"https://a/1\",\"https://a/2\",\"https://a/3\",\"https://a/4\","
            + "\"https://a/5\",\"https://a/6\",\"https://a/7\",\"https://a/8\",\"https://a/9\"]}"
      })
  void aBadRegistrationIsRefused(String body) throws Exception {
    Http.Reply reply = http.post(scene.url("/oauth/register"), body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(400);
    assertThat(reply.fields().string("error")).isNotEmpty();
  }

  @Test
  void aTokenRequestMustBeAForm() throws Exception {
    URI token = scene.url("/oauth/token");
    assertThat(http.post(token, "{}").status()).isEqualTo(415);
    assertThat(http.postForm(token, "grant_type=%zz").status()).isEqualTo(400);
    assertThat(http.postForm(token, "x".repeat(20_000)).status()).isEqualTo(413);
    assertThat(http.postForm(token, "grant_type=password").body())
        .contains("unsupported_grant_type");
    assertThat(http.get(token).status()).isEqualTo(405);
  }

  @Test
  void anIdNamesTheSameClientAfterItsNameWasCut() throws Exception {
    String name = "x".repeat(79) + " more";
    OAuthClient client =
        OAuthClient.register(
            RawJson.parse("{\"client_name\":\"" + name + "\",\"redirect_uris\":[\"https://a/\"]}")
                .fields());
    assertThat(OAuthClient.parse(client.id()).id()).isEqualTo(client.id());
  }

  @Test
  void aNameCannotLookLikeAnotherText() throws Exception {
    String name = "Evil\\u202e\\n<b>" + "x".repeat(200);
    Http.Reply reply =
        http.post(
            scene.url("/oauth/register"),
            "{\"client_name\":\"" + name + "\",\"redirect_uris\":[\"https://a/\"]}");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.fields().string("client_name"))
        .startsWith("Evil b x")
        .hasSizeLessThanOrEqualTo(80);
  }
}
