package bub.gateway.mcpclient.oauth;

import java.net.URI;
import java.util.Map;
import java.util.function.Function;

/** A person who agrees at once. */
public record AgreeingPrompt(Function<URI, Map<String, String>> person)
    implements AuthorizationPrompt {
  @Override
  public URI redirectUri() {
    return URI.create("http://127.0.0.1:1/callback");
  }

  @Override
  public Map<String, String> authorize(URI page, String state) {
    return person.apply(page);
  }
}
