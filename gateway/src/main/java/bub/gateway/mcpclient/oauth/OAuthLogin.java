package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.oauth.OAuthGrant.Client;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.protocol.PlainText;
import java.io.IOException;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Login of a person at an authorization server: code flow with PKCE. Calls block. */
final class OAuthLogin {
  private static final int RANDOM_BYTES = 32;
  private static final int EXCERPT = 300;

  private final OAuthHttp http;
  private final AuthorizationPrompt prompt;
  private final OAuthClient own;
  private final SecureRandom random = new SecureRandom();

  OAuthLogin(OAuthHttp http, AuthorizationPrompt prompt, OAuthClient own) {
    this.http = http;
    this.prompt = prompt;
    this.own = own;
  }

  /** {@code scope} is null when nobody knows which scopes help. */
  OAuthGrant run(AuthorizationServer server, @Nullable String scope, @Nullable Client known)
      throws IOException, InterruptedException {
    Client client = known == null ? client(server) : known;
    String verifier = random();
    String state = random();
    var query = new LinkedHashMap<String, String>();
    query.put("response_type", "code");
    query.put("client_id", client.id());
    query.put("redirect_uri", prompt.redirectUri().toString());
    query.put("state", state);
    query.put("code_challenge", challenge(verifier));
    query.put("code_challenge_method", "S256");
    query.put("resource", server.resource());
    if (scope != null) {
      query.put("scope", scope);
    }
    String page = server.authorization().toString();
    String separator = page.contains("?") ? "&" : "?";
    Map<String, String> answer =
        prompt.authorize(URI.create(page + separator + OAuthHttp.encoded(query)), state);
    String code = code(server, state, answer);
    var form = new LinkedHashMap<String, String>();
    form.put("grant_type", "authorization_code");
    form.put("code", code);
    form.put("redirect_uri", prompt.redirectUri().toString());
    form.put("code_verifier", verifier);
    form.put("resource", server.resource());
    return OAuthGrant.of(
        client,
        server.token(),
        server.resource(),
        http.postForm(server.token(), client.form(form), client.header()),
        null,
        scope);
  }

  private static String code(AuthorizationServer server, String state, Map<String, String> answer)
      throws OAuthFailure {
    if (!state.equals(answer.get("state"))) {
      throw new OAuthFailure("the answer belongs to another login");
    }
    String issuer = answer.get("iss");
    if (issuer == null ? server.namesIssuer() : !issuer.equals(server.issuer())) {
      throw new OAuthFailure("the answer comes from another authorization server");
    }
    String code = answer.get("code");
    if (code == null) {
      String error = answer.getOrDefault("error", "no code");
      throw new OAuthFailure("the login failed: " + PlainText.oneLine(error, EXCERPT));
    }
    return code;
  }

  private Client client(AuthorizationServer server) throws IOException, InterruptedException {
    String id = own.id();
    if (id != null) {
      return new Client(id, own.secret(), method(server, own.secret() != null));
    }
    String document = own.metadataUrl();
    if (document != null && server.readsClientMetadata()) {
      return new Client(document, null, Client.NONE);
    }
    return register(server);
  }

  private Client register(AuthorizationServer server) throws IOException, InterruptedException {
    URI endpoint = server.registration();
    if (endpoint == null) {
      throw new OAuthFailure(
          server.issuer()
              + " does not register clients by itself. Register bub there, and write the client id"
              + " into mcp.json: \"oauth\": {\"clientId\": \"…\"}");
    }
    JsonWriter out = new JsonWriter().beginObject().field("client_name", "bub");
    out.name("redirect_uris").beginArray().value(prompt.redirectUri().toString()).endArray();
    out.name("grant_types").beginArray().value("authorization_code").value("refresh_token");
    out.endArray().name("response_types").beginArray().value("code").endArray();
    String wanted = method(server, true);
    out.field("token_endpoint_auth_method", wanted).endObject();
    try {
      Fields answer = http.postJson(endpoint, out.toByteArray()).fields();
      String secret = answer.optionalString("client_secret");
      String given = answer.optionalString("token_endpoint_auth_method");
      String method = given == null ? wanted : given;
      return new Client(answer.string("client_id"), secret, secret == null ? Client.NONE : method);
    } catch (InvalidField odd) {
      throw new OAuthFailure(endpoint + " answered wrongly: " + odd.getMessage());
    }
  }

  /** A client on a person's machine keeps no secret well, so it prefers none. */
  private static String method(AuthorizationServer server, boolean mayHaveSecret) {
    List<String> supported = server.authMethods();
    if (!mayHaveSecret) {
      return Client.NONE;
    }
    if (supported == null) {
      return Client.BASIC;
    }
    for (String method : List.of(Client.NONE, Client.BASIC, Client.POST)) {
      if (supported.contains(method)) {
        return method;
      }
    }
    return Client.BASIC;
  }

  private String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static String challenge(String verifier) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
