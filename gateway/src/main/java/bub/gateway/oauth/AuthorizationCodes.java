package bub.gateway.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import bub.client.TimeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Codes that a program can exchange for a token, once and within a minute. Safe for any thread. */
final class AuthorizationCodes {
  static final int MOST = 64;
  static final Duration GOOD_FOR = Duration.ofMinutes(1);
  private static final int BYTES = 32;

  private record Granted(AuthorizationRequest request, Instant until) {}

  private final TimeSource time;
  private final SecureRandom random = new SecureRandom();
  // Oldest first. Guarded by this.
  private final SequencedMap<String, Granted> granted = new LinkedHashMap<>();

  AuthorizationCodes(TimeSource time) {
    this.time = time;
  }

  synchronized String create(AuthorizationRequest request) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    String code = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    granted.putLast(code, new Granted(request, time.now().plus(GOOD_FOR)));
    if (granted.size() > MOST) {
      granted.pollFirstEntry();
    }
    return code;
  }

  /** Returns the request of a code; null when the code is unknown, used or too old. */
  synchronized @Nullable AuthorizationRequest redeem(String code) {
    Granted found = granted.remove(code);
    return found == null || !time.now().isBefore(found.until()) ? null : found.request();
  }

  /** True when the hash of the verifier is the challenge. */
  static boolean proves(String verifier, String challenge) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(US_ASCII));
      byte[] expected = Base64.getUrlEncoder().withoutPadding().encode(hash);
      return MessageDigest.isEqual(expected, challenge.getBytes(US_ASCII));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
