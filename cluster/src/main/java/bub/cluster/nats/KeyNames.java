package bub.cluster.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Encoding of arbitrary text as a key, because NATS allows few characters in keys. */
public final class KeyNames {
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private KeyNames() {}

  public static String encode(String text) {
    return ENCODER.encodeToString(text.getBytes(UTF_8));
  }

  /** Throws an IllegalArgumentException for a key that {@link #encode} did not make. */
  public static String decode(String key) {
    return new String(Base64.getUrlDecoder().decode(key), UTF_8);
  }
}
