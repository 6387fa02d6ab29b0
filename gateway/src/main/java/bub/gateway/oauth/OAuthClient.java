package bub.gateway.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.NestedFields;
import java.util.Base64;
import java.util.List;

/**
 * Program that asks for access. Its id contains its name and its redirect URIs, so that
 * registrations of strangers take no memory. Anyone may register any name, so the person who
 * decides sees the redirect URI, too.
 */
record OAuthClient(String name, List<RedirectUri> redirects) {
  private static final int MOST_REDIRECTS = 8;
  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_ID = 8 << 10;
  private static final int DEPTH = 4;

  /** Reads the metadata of a registration (RFC 7591). */
  static OAuthClient register(Fields metadata) throws OAuthRefusal {
    try {
      List<String> redirects = NestedFields.strings(metadata, "redirect_uris");
      if (redirects.isEmpty() || redirects.size() > MOST_REDIRECTS) {
        throw new OAuthRefusal(
            "invalid_redirect_uri", "Register 1 to " + MOST_REDIRECTS + " redirect URIs.");
      }
      String name = metadata.has("client_name") ? metadata.string("client_name") : "";
      return new OAuthClient(displayName(name), RedirectUri.all(redirects));
    } catch (InvalidField odd) {
      throw new OAuthRefusal("invalid_client_metadata", String.valueOf(odd.getMessage()));
    }
  }

  /** Removes characters that could make a name look like another text on the page. */
  private static String displayName(String name) {
    String plain = name.replaceAll("[^\\p{L}\\p{N} ._()+-]", " ").replaceAll(" +", " ").strip();
    String cut =
        plain.codePointCount(0, plain.length()) <= LONGEST_NAME
            ? plain
            : plain.substring(0, plain.offsetByCodePoints(0, LONGEST_NAME)).strip();
    return cut.isEmpty() ? "A program without a name" : cut;
  }

  /** Reads an id that {@link #id} wrote. */
  static OAuthClient parse(String id) throws OAuthRefusal {
    try {
      if (id.length() <= LONGEST_ID) {
        return register(RawJson.parse(Base64.getUrlDecoder().decode(id), DEPTH).fields());
      }
    } catch (InvalidJson | IllegalArgumentException | IllegalStateException | OAuthRefusal odd) {
      // Not an id of ours.
    }
    throw new OAuthRefusal("invalid_client", "The client id is not valid. Register again.");
  }

  String id() {
    JsonWriter out = new JsonWriter().beginObject().field("client_name", name);
    out.name("redirect_uris").beginArray();
    redirects.forEach(uri -> out.value(uri.text()));
    byte[] description = out.endArray().endObject().toString().getBytes(UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(description);
  }

  boolean mayRedirectTo(RedirectUri uri) {
    return redirects.stream().anyMatch(registered -> registered.covers(uri));
  }
}
