package bub.gateway.a2a.remote;

import bub.channel.http.HttpRefusal;
import bub.gateway.a2a.net.OutgoingAddresses;
import bub.gateway.a2a.net.PinnedUrl;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Token for one remote agent. A card and its redirects are written by others, so the token goes
 * only to the origin that the operator configured, and only encrypted or within this machine.
 */
public final class RemoteToken {
  private final String configured;
  private final @Nullable String value;

  private RemoteToken(String configured, @Nullable String value) {
    this.configured = configured;
    this.value = value;
  }

  /** Reads the token from its file; an agent without a file needs none. */
  public static RemoteToken of(RemoteAgentEntry entry) throws IOException {
    Path file = entry.tokenFile();
    return new RemoteToken(entry.url(), file == null ? null : Files.readString(file).strip());
  }

  static RemoteToken none(String configured) {
    return new RemoteToken(configured, null);
  }

  /** Adds the token to a request for the card, which works without the token at another origin. */
  void offerTo(PinnedUrl url, Map<String, String> headers) throws RemoteFailure {
    if (isOrigin(url)) {
      addTo(url, headers);
    }
  }

  /** Adds the token, or fails when this URL must not get it. */
  void addTo(PinnedUrl url, Map<String, String> headers) throws RemoteFailure {
    if (value == null) {
      return;
    }
    if (!isOrigin(url)) {
      throw new RemoteFailure(
          "The card leads to "
              + url.origin()
              + ", but the token is only for "
              + PinnedUrl.origin(URI.create(configured))
              + ". Add the agent again with a URL at "
              + url.origin()
              + ", or without a token.");
    }
    if (!url.isSecure() && !url.address().isLoopbackAddress()) {
      throw new RemoteFailure(
          "bub sends a token only over https, or to this machine. The URL is "
              + url.origin()
              + ".");
    }
    headers.put("Authorization", "Bearer " + value);
  }

  private boolean isOrigin(PinnedUrl url) {
    return url.origin().equals(PinnedUrl.origin(URI.create(configured)));
  }

  /** Fails when requests to this URL would need the token but must not have it. */
  void require(String url, OutgoingAddresses addresses) throws RemoteFailure {
    if (value == null) {
      return;
    }
    try {
      addTo(addresses.check(url), new HashMap<>());
    } catch (HttpRefusal refused) {
      throw new RemoteFailure(refused.text());
    }
  }
}
