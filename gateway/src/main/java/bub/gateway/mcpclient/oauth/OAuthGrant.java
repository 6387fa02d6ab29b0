package bub.gateway.mcpclient.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.files.PrivateText;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.store.PrivateDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tokens for one MCP server, and the client that they belong to. */
record OAuthGrant(
    Client client,
    URI tokenEndpoint,
    String resource,
    String accessToken,
    @Nullable String refreshToken,
    @Nullable String scope)
    implements JsonValue {

  /** Client of an authorization server; {@code method} says how it proves itself. */
  record Client(String id, @Nullable String secret, String method) {
    static final String BASIC = "client_secret_basic";
    static final String POST = "client_secret_post";
    static final String NONE = "none";

    /** Header for the token endpoint; null when the form has everything. */
    @Nullable String header() {
      if (!method.equals(BASIC)) {
        return null;
      }
      String pair =
          URLEncoder.encode(id, UTF_8)
              + ":"
              + URLEncoder.encode(Objects.requireNonNullElse(secret, ""), UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    Map<String, String> form(Map<String, String> parameters) {
      var form = new LinkedHashMap<>(parameters);
      if (!method.equals(BASIC)) {
        form.put("client_id", id);
      }
      if (method.equals(POST) && secret != null) {
        form.put("client_secret", secret);
      }
      return form;
    }

    /** Omits the secret. */
    @Override
    public String toString() {
      return id;
    }
  }

  /** Tokens of an answer of the token endpoint, which may omit what stays the same. */
  static OAuthGrant of(
      Client client,
      URI endpoint,
      String resource,
      RawJson answer,
      @Nullable String oldRefresh,
      @Nullable String wantedScope)
      throws OAuthFailure {
    try {
      Fields fields = answer.fields();
      String type = fields.optionalString("token_type");
      if (type != null && !type.equalsIgnoreCase("bearer")) {
        throw new OAuthFailure("the authorization server issues tokens of an unknown type");
      }
      String refresh = fields.optionalString("refresh_token");
      String scope = fields.optionalString("scope");
      return new OAuthGrant(
          client,
          endpoint,
          resource,
          fields.string("access_token"),
          refresh == null ? oldRefresh : refresh,
          scope == null ? wantedScope : scope);
    } catch (InvalidField odd) {
      throw new OAuthFailure("the token endpoint answered wrongly: " + odd.getMessage());
    }
  }

  /** Null when there is none, or it cannot be read. */
  static @Nullable OAuthGrant read(Path file) throws IOException {
    try {
      Fields fields = RawJson.parse(Files.readAllBytes(file), RawJson.DEFAULT_DEPTH).fields();
      return new OAuthGrant(
          new Client(
              fields.string("client_id"),
              fields.optionalString("client_secret"),
              fields.string("auth_method")),
          URI.create(fields.string("token_endpoint")),
          fields.string("resource"),
          fields.string("access_token"),
          fields.optionalString("refresh_token"),
          fields.optionalString("scope"));
    } catch (NoSuchFileException | InvalidJson | InvalidField | IllegalStateException none) {
      return null;
    }
  }

  void write(Path file) throws IOException {
    PrivateDirectory.create(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    PrivateText.write(file, toRaw().toByteArray());
  }

  @Override
  public void writeTo(JsonWriter out) {
    out.beginObject().field("client_id", client.id()).optional("client_secret", client.secret());
    out.field("auth_method", client.method()).field("token_endpoint", tokenEndpoint.toString());
    out.field("resource", resource).field("access_token", accessToken);
    out.optional("refresh_token", refreshToken).optional("scope", scope).endObject();
  }

  /** Omits the tokens. */
  @Override
  public String toString() {
    return "tokens for " + resource;
  }
}
