package bub.cli.connect;

import bub.bus.policy.Principal;
import bub.gateway.oauth.TokenIssuer;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Tokens of programs that an operator let in on the page of the console. {@code bub token list}
 * shows them, and {@code bub token revoke} ends them.
 */
public record OAuthTokens(TokenAdministration tokens) implements TokenIssuer {
  private static final Duration VALID = Duration.ofDays(90);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int RANDOM_BYTES = 4;
  private static final int LONGEST_NAME = 32;

  @Override
  public IssuedToken issue(String clientName) throws IOException {
    if (!tokens.isLocked()) {
      // The first token of a person locks the bus, which only that person may decide.
      throw new IOException("the bus is open");
    }
    Pattern client = Pattern.exactly(address(clientName));
    Instant end = Instant.now().plus(VALID);
    String text =
        tokens
            .create(
                id -> new Principal(id, client, List.of(), List.of(), Set.of(), false, false, end),
                null)
            .text();
    return new IssuedToken(text, VALID);
  }

  private static Address address(String clientName) {
    String plain =
        clientName.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    String name = plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) : plain;
    byte[] random = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(random);
    return new Address(
        "mcp:" + (name.isEmpty() ? "client" : name) + "-" + HexFormat.of().formatHex(random));
  }
}
