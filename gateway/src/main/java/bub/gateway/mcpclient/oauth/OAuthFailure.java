package bub.gateway.mcpclient.oauth;

import java.io.IOException;

/** Failure of a login, with a text for people. */
public final class OAuthFailure extends IOException {
  private static final long serialVersionUID = 1L;

  OAuthFailure(String text) {
    super(text);
  }
}
