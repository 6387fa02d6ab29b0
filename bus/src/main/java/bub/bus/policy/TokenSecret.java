package bub.bus.policy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Secret form of a token, as its owner holds it: {@code bub_ID_SECRET}. The bus stores only the id
 * and a hash. The secret has 256 random bits, so a plain hash is enough.
 */
public record TokenSecret(String id, String text) {
  private static final String PREFIX = "bub_";
  private static final int ID_BYTES = 4;
  private static final int SECRET_BYTES = 32;

  public static TokenSecret random(SecureRandom random) {
    byte[] id = new byte[ID_BYTES];
    byte[] secret = new byte[SECRET_BYTES];
    random.nextBytes(id);
    random.nextBytes(secret);
    String name = HexFormat.of().formatHex(id);
    String rest = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    return new TokenSecret(name, PREFIX + name + "_" + rest);
  }

  public static @Nullable TokenSecret parse(String text) {
    int end = PREFIX.length() + 2 * ID_BYTES;
    boolean shaped =
        text.length() > end + 1
            && text.length() < 256
            && text.startsWith(PREFIX)
            && text.charAt(end) == '_';
    return shaped ? new TokenSecret(text.substring(PREFIX.length(), end), text) : null;
  }

  public String hash() {
    return HexFormat.of().formatHex(digest());
  }

  /** Compares in constant time, so that the duration reveals nothing about a guess. */
  boolean matches(String hash) {
    return MessageDigest.isEqual(hash().getBytes(UTF_8), hash.getBytes(UTF_8));
  }

  private byte[] digest() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "token " + id;
  }
}
