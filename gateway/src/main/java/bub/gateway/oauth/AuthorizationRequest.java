package bub.gateway.oauth;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Request of a program for access, as it comes with the browser (RFC 6749 with PKCE).
 *
 * @param state text that goes back to the program; null when it sent none
 * @param challenge hash of the secret that the program presents later
 */
record AuthorizationRequest(
    OAuthClient client, RedirectUri redirect, @Nullable String state, String challenge) {
  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final int LONGEST_STATE = 2_048;

  /** Parameters of a request, in its URL, in a form or in JSON. */
  @FunctionalInterface
  interface Parameters {
    @Nullable String get(String name);
  }

  /**
   * Reads the parameters of the page's URL.
   *
   * @param isOurs true for the URL of a resource of this server
   */
  static AuthorizationRequest read(Parameters parameters, Predicate<String> isOurs)
      throws OAuthRefusal {
    OAuthClient client = OAuthClient.parse(require("client_id", parameters));
    RedirectUri redirect = RedirectUri.check(require("redirect_uri", parameters));
    if (!client.mayRedirectTo(redirect)) {
      throw OAuthRefusal.invalidRequest("The program did not register this redirect URI.");
    }
    if (!"code".equals(parameters.get("response_type"))) {
      throw new OAuthRefusal("unsupported_response_type", "The response type must be code.");
    }
    String challenge = require("code_challenge", parameters);
    if (!"S256".equals(parameters.get("code_challenge_method"))
        || !CHALLENGE.matcher(challenge).matches()) {
      throw OAuthRefusal.invalidRequest("The program must use PKCE with the method S256.");
    }
    String state = parameters.get("state");
    if (state != null && state.length() > LONGEST_STATE) {
      throw OAuthRefusal.invalidRequest("The state is too long.");
    }
    String resource = parameters.get("resource");
    if (resource != null && !isOurs.test(resource)) {
      throw new OAuthRefusal("invalid_target", "The program asks for access to another server.");
    }
    return new AuthorizationRequest(client, redirect, state, challenge);
  }

  static String require(String name, Parameters parameters) throws OAuthRefusal {
    String value = parameters.get(name);
    if (value == null || value.isEmpty()) {
      throw OAuthRefusal.invalidRequest("The parameter " + name + " is missing.");
    }
    return value;
  }

  /** Returns the URL that takes the outcome back to the program. */
  String location(String name, String value, String issuer) {
    var parameters = new LinkedHashMap<String, String>(Map.of(name, value));
    if (state != null) {
      parameters.put("state", state);
    }
    parameters.put("iss", issuer);
    return redirect.with(parameters);
  }
}
