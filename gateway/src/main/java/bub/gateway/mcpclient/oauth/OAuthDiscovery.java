package bub.gateway.mcpclient.oauth;

import bub.json.InvalidField;
import bub.json.RawJson;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Discovery of the authorization server of an MCP server, by its metadata. Calls block. */
final class OAuthDiscovery {
  private static final String RESOURCE = "/.well-known/oauth-protected-resource";
  private static final String SERVER = "/.well-known/oauth-authorization-server";
  private static final String OPEN_ID = "/.well-known/openid-configuration";

  private final OAuthHttp http;

  OAuthDiscovery(OAuthHttp http) {
    this.http = http;
  }

  AuthorizationServer find(URI server, @Nullable String metadataUrl)
      throws IOException, InterruptedException {
    try {
      RawJson resource = resource(server, metadataUrl);
      if (resource == null) {
        throw new OAuthFailure(server + " does not say where to log in");
      }
      String named = resource.fields().optionalString("resource");
      if (named != null && !covers(URI.create(named), server)) {
        throw new OAuthFailure(server + " names another resource, " + named);
      }
      List<String> issuers = AuthorizationServer.strings(resource, "authorization_servers");
      if (issuers == null || issuers.isEmpty()) {
        throw new OAuthFailure(server + " names no authorization server");
      }
      List<String> scopes = AuthorizationServer.strings(resource, "scopes_supported");
      return authorizationServer(
          issuers.getFirst(),
          named == null ? server.toString() : named,
          scopes == null ? List.of() : scopes);
    } catch (InvalidField | IllegalArgumentException odd) {
      throw new OAuthFailure("the metadata of " + server + " is invalid: " + odd.getMessage());
    }
  }

  private @Nullable RawJson resource(URI server, @Nullable String named)
      throws IOException, InterruptedException {
    if (named != null) {
      return http.find(URI.create(named));
    }
    RawJson atPath = http.find(server.resolve(RESOURCE + path(server)));
    return atPath != null || path(server).isEmpty() ? atPath : http.find(server.resolve(RESOURCE));
  }

  private AuthorizationServer authorizationServer(
      String issuer, String resource, List<String> scopes)
      throws IOException, InterruptedException {
    URI url = URI.create(issuer);
    String path = path(url);
    var places = new ArrayList<URI>();
    places.add(url.resolve(SERVER + path));
    places.add(url.resolve(OPEN_ID + path));
    if (!path.isEmpty()) {
      places.add(url.resolve(path + OPEN_ID));
    }
    for (URI place : places) {
      RawJson metadata = http.find(place);
      if (metadata != null) {
        String named = metadata.fields().string("issuer");
        if (!named.equals(issuer)) {
          throw new OAuthFailure(place + " describes another issuer, " + named);
        }
        return AuthorizationServer.read(issuer, metadata, resource, scopes);
      }
    }
    throw new OAuthFailure("the authorization server " + issuer + " has no metadata");
  }

  private static String path(URI url) {
    String path = url.getRawPath();
    return path == null || path.equals("/") ? "" : path.replaceAll("/$", "");
  }

  /** A token for a resource serves everything below it. */
  private static boolean covers(URI resource, URI server) {
    String whole = path(server);
    String part = path(resource);
    return String.valueOf(resource.getScheme()).equalsIgnoreCase(server.getScheme())
        && String.valueOf(resource.getAuthority()).equalsIgnoreCase(server.getAuthority())
        && (whole.equals(part) || whole.startsWith(part + "/"));
  }
}
