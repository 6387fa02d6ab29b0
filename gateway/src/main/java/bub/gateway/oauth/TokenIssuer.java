package bub.gateway.oauth;

import java.io.IOException;
import java.time.Duration;

/** Source of bus tokens for the programs that a person lets in. Safe for any thread. */
@FunctionalInterface
public interface TokenIssuer {
  /** Token of a program, with the time that it is valid for. */
  record IssuedToken(String text, Duration validFor) {}

  /** Creates a token that may call capabilities, ask agents and send messages as itself. */
  IssuedToken issue(String clientName) throws IOException;
}
