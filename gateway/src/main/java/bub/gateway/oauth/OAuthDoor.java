package bub.gateway.oauth;

import bub.channel.http.HttpMount;
import bub.channel.http.HttpRefusal;
import bub.channel.http.HttpReply;
import bub.channel.http.MountedCall;
import bub.client.TimeSource;
import bub.gateway.caller.CallerCheck;
import bub.gateway.oauth.AuthorizationRequest.Parameters;
import bub.gateway.oauth.TokenIssuer.IssuedToken;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * OAuth 2.1 for MCP clients on a locked bus. A client registers and sends the browser to the
 * console's page {@code /authorize}. There, an operator decides, and the client gets a token of the
 * bus. Safe for any thread.
 */
public final class OAuthDoor implements HttpMount {
  private static final String METADATA = "/.well-known/oauth-authorization-server";
  private static final String REGISTER = "/oauth/register";
  private static final String TOKEN = "/oauth/token";
  private static final String CONSENT = "/oauth/consent";

  /** Page of the console that asks the person. */
  private static final String PAGE = "/authorize";

  private static final int MAX_BODY = 16 << 10;
  private static final int DEPTH = 8;
  // The bus reads new tokens four times per second.
  private static final Duration RELOAD = Duration.ofMillis(300);
  private static final int MOST_RELOADS = 10;

  private final CallerCheck callers;
  private final TokenIssuer tokens;
  private final TimeSource time;
  private final AuthorizationCodes codes;

  public OAuthDoor(CallerCheck callers, TokenIssuer tokens, TimeSource time) {
    this.callers = callers;
    this.tokens = tokens;
    this.time = time;
    this.codes = new AuthorizationCodes(time);
  }

  @Override
  public List<String> paths() {
    return List.of(METADATA, METADATA + "/mcp", REGISTER, TOKEN, CONSENT);
  }

  @Override
  public void answer(MountedCall call) throws Exception {
    try {
      String operation = call.method() + " " + call.path();
      switch (operation) {
        case "GET " + METADATA, "GET " + METADATA + "/mcp" -> reply(call, 200, describe(call));
        case "POST " + REGISTER -> register(call);
        case "POST " + TOKEN -> exchange(call);
        case "GET " + CONSENT -> explain(call);
        case "POST " + CONSENT -> decide(call);
        default -> throw new HttpRefusal(405, "invalid_request", "The method is not supported.");
      }
    } catch (OAuthRefusal refused) {
      int status = refused.code().equals("invalid_client") && call.path().equals(TOKEN) ? 401 : 400;
      throw new HttpRefusal(status, refused.code(), refused.text());
    }
  }

  /** The page reads errors as those of the console; programs read them as those of OAuth. */
  @Override
  public HttpReply refuse(MountedCall call, HttpRefusal refusal) {
    JsonWriter out = new JsonWriter().beginObject();
    if (call.path().equals(CONSENT)) {
      out.name("error").beginObject().field("code", refusal.reason());
      out.field("message", refusal.text()).field("retryable", false).endObject();
    } else {
      out.field("error", refusal.reason()).field("error_description", refusal.text());
    }
    return HttpReply.json(refusal.status(), out.endObject().toByteArray());
  }

  private static void reply(MountedCall call, int status, JsonWriter body) {
    call.answer(HttpReply.json(status, body.toByteArray()));
  }

  private static JsonWriter describe(MountedCall call) {
    String origin = call.origin();
    JsonWriter out = new JsonWriter().beginObject().field("issuer", origin);
    out.field("authorization_endpoint", origin + PAGE).field("token_endpoint", origin + TOKEN);
    out.field("registration_endpoint", origin + REGISTER);
    list(out, "response_types_supported", "code");
    list(out, "response_modes_supported", "query");
    list(out, "grant_types_supported", "authorization_code");
    list(out, "token_endpoint_auth_methods_supported", "none");
    list(out, "code_challenge_methods_supported", "S256");
    return out.field("authorization_response_iss_parameter_supported", true).endObject();
  }

  private static void list(JsonWriter out, String name, String value) {
    out.name(name).beginArray().value(value).endArray();
  }

  private static void register(MountedCall call) throws Exception {
    OAuthClient client = OAuthClient.register(fields(call));
    JsonWriter out = new JsonWriter().beginObject().field("client_id", client.id());
    out.field("client_name", client.name()).name("redirect_uris").beginArray();
    client.redirects().forEach(uri -> out.value(uri.text()));
    out.endArray().field("token_endpoint_auth_method", "none");
    list(out, "grant_types", "authorization_code");
    list(out, "response_types", "code");
    reply(call, 201, out.endObject());
  }

  private static Fields fields(MountedCall call) throws Exception {
    RawJson body = call.readBody(MAX_BODY, bytes -> RawJson.parse(bytes, DEPTH));
    if (!body.isObject()) {
      throw OAuthRefusal.invalidRequest("The body must be a JSON object.");
    }
    return body.fields();
  }

  // ---- the page of the console

  private void explain(MountedCall call) throws HttpRefusal, OAuthRefusal {
    AuthorizationRequest request = admitted(call, call::query);
    RedirectUri redirect = request.redirect();
    JsonWriter out = new JsonWriter().beginObject().field("client", request.client().name());
    out.field("place", redirect.place()).field("redirect", redirect.text());
    reply(call, 200, out.endObject());
  }

  private void decide(MountedCall call) throws Exception {
    Fields body = fields(call);
    try {
      AuthorizationRequest request = admitted(call, body::optionalString);
      String location =
          body.bool("allow")
              ? request.location("code", codes.create(request), call.origin())
              : request.location("error", "access_denied", call.origin());
      reply(call, 200, new JsonWriter().beginObject().field("location", location).endObject());
    } catch (InvalidField odd) {
      throw OAuthRefusal.invalidRequest(String.valueOf(odd.getMessage()));
    }
  }

  private AuthorizationRequest admitted(MountedCall call, Parameters named)
      throws HttpRefusal, OAuthRefusal {
    if (!callers.isLocked()) {
      throw new HttpRefusal(
          409, "conflict", "This bus has no tokens, so programs on this machine need no login.");
    }
    call.requireOperator();
    return AuthorizationRequest.read(named, resource -> isOurs(resource, call.origin()));
  }

  private static boolean isOurs(String resource, String origin) {
    return resource.equals(origin)
        || resource.equals(origin + "/")
        || resource.equals(origin + "/mcp");
  }

  // ---- the token

  private void exchange(MountedCall call) throws Exception {
    Parameters form = call.readForm(MAX_BODY)::get;
    if (!"authorization_code".equals(form.get("grant_type"))) {
      throw new OAuthRefusal(
          "unsupported_grant_type", "The grant type must be authorization_code.");
    }
    AuthorizationRequest granted = codes.redeem(AuthorizationRequest.require("code", form));
    String verifier = AuthorizationRequest.require("code_verifier", form);
    if (granted == null
        || !granted.client().id().equals(form.get("client_id"))
        || !granted.redirect().text().equals(form.get("redirect_uri"))
        || !AuthorizationCodes.proves(verifier, granted.challenge())) {
      throw new OAuthRefusal(
          "invalid_grant", "The code is used, expired, or belongs to another request.");
    }
    IssuedToken token = issue(granted.client().name());
    awaitKnown(token.text());
    JsonWriter out = new JsonWriter().beginObject().field("access_token", token.text());
    out.field("token_type", "Bearer").field("expires_in", token.validFor().toSeconds());
    reply(call, 200, out.endObject());
  }

  private IssuedToken issue(String name) throws HttpRefusal {
    try {
      return tokens.issue(name);
    } catch (IOException failed) {
      throw new HttpRefusal(503, "server_error", "The token could not be stored. Try again.");
    }
  }

  /** A client uses the token at once and would take a refusal for the end of its access. */
  private void awaitKnown(String token) throws InterruptedException {
    for (int i = 0; i < MOST_RELOADS; i++) {
      time.sleep(RELOAD);
      if (callers.isKnown(token)) {
        return;
      }
    }
  }
}
