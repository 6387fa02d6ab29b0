package bub.gateway.mcpclient.oauth;

import bub.json.Fields;
import bub.json.RawJson;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Authorization server of an MCP server, and what it offers.
 *
 * @param resource URI of the MCP server, as tokens name it
 * @param scopes scopes that the MCP server supports; empty when it does not say
 * @param authMethods null when it does not say
 */
record AuthorizationServer(
    String issuer,
    URI authorization,
    URI token,
    @Nullable URI registration,
    String resource,
    List<String> scopes,
    @Nullable List<String> authMethods,
    boolean readsClientMetadata,
    boolean namesIssuer) {

  static AuthorizationServer read(
      String issuer, RawJson metadata, String resource, List<String> scopes) throws OAuthFailure {
    Fields fields = metadata.fields();
    List<String> challenges = strings(metadata, "code_challenge_methods_supported");
    if (challenges != null && !challenges.contains("S256")) {
      throw new OAuthFailure(issuer + " does not support PKCE with S256, which bub requires");
    }
    String registration = fields.optionalString("registration_endpoint");
    return new AuthorizationServer(
        issuer,
        endpoint(fields.string("authorization_endpoint")),
        endpoint(fields.string("token_endpoint")),
        registration == null ? null : endpoint(registration),
        resource,
        scopes,
        strings(metadata, "token_endpoint_auth_methods_supported"),
        fields.bool("client_id_metadata_document_supported", false),
        fields.bool("authorization_response_iss_parameter_supported", false));
  }

  private static URI endpoint(String text) throws OAuthFailure {
    try {
      return OAuthHttp.checked(URI.create(text));
    } catch (IllegalArgumentException odd) {
      throw new OAuthFailure("the authorization server names an invalid URL");
    }
  }

  /** Null when the member is missing. */
  static @Nullable List<String> strings(RawJson object, String name) {
    RawJson array = object.fields().find(name);
    return array == null || !array.isArray()
        ? null
        : array.elements().stream().filter(RawJson::isString).map(RawJson::asString).toList();
  }
}
