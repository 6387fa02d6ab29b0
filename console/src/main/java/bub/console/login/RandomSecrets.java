package bub.console.login;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Random secrets and their hashes. */
final class RandomSecrets {
  private static final int BYTES = 32;

  private RandomSecrets() {}

  /** Returns a source of 256-bit secrets in URL-safe letters. Safe for any thread. */
  static Supplier<String> random() {
    var random = new SecureRandom();
    return () -> {
      byte[] bytes = new byte[BYTES];
      random.nextBytes(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    };
  }

  /** Returns a hash that identifies the secret but cannot replace it. */
  static String hash(String secret) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
