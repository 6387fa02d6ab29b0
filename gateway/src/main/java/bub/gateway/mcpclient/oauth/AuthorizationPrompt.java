package bub.gateway.mcpclient.oauth;

import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** Way to ask a person to log in with a browser. */
public interface AuthorizationPrompt {
  /** URL to which the browser returns. */
  URI redirectUri();

  /**
   * Shows the page, waits, and returns the parameters that the browser brings back.
   *
   * @param state parameter of the answer to this login; answers with another belong elsewhere
   */
  Map<String, String> authorize(URI page, String state) throws IOException, InterruptedException;
}
