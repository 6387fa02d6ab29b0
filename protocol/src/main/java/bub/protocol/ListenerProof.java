package bub.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proof that a listener knows a secret key, before the client sends any token. The answer is an
 * HMAC of the client's random challenge and of both ends of the connection, so that it cannot be
 * replayed or forwarded.
 */
public final class ListenerProof {
  /** Header with the name of the key, a space and the challenge. */
  public static final String CHALLENGE_HEADER = "Bub-Challenge";

  public static final String PROOF_HEADER = "Bub-Proof";

  /** Name of the key in the run directory. */
  public static final String RUN_DIRECTORY_KEY = "run-directory";

  /** Name of the console's key. Every other key has the id of a token as its name. */
  public static final String CONSOLE_KEY = "console";

  private static final int CHALLENGE_BYTES = 32;
  private static final Pattern CHALLENGE = Pattern.compile("[a-z0-9-]{1,32} [A-Za-z0-9_-]{43}");
  private static final String ALGORITHM = "HmacSHA256";
  private static final int IPV4_BYTES = 4;
  private static final int MAPPED_PREFIX_BYTES = 12;

  private ListenerProof() {}

  public static String newChallenge(String keyName, SecureRandom random) {
    byte[] bytes = new byte[CHALLENGE_BYTES];
    random.nextBytes(bytes);
    return keyName + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  public static boolean isChallenge(String header) {
    return CHALLENGE.matcher(header).matches();
  }

  public static String keyName(String challenge) {
    return challenge.substring(0, challenge.indexOf(' '));
  }

  public static String answer(
      String key, String challenge, InetSocketAddress client, InetSocketAddress listener) {
    String text =
        String.join("\n", "bub-listener-proof-1", challenge, words(client), words(listener));
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.getBytes(UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Compares in constant time. */
  public static boolean isSame(String expected, String given) {
    return MessageDigest.isEqual(expected.getBytes(UTF_8), given.getBytes(UTF_8));
  }

  private static String words(InetSocketAddress end) {
    return HexFormat.of().formatHex(plain(end.getAddress().getAddress())) + ":" + end.getPort();
  }

  /** Only one side may see the address as IPv4-mapped IPv6. */
  private static byte[] plain(byte[] address) {
    boolean mapped =
        address.length == MAPPED_PREFIX_BYTES + IPV4_BYTES
            && address[10] == -1
            && address[11] == -1
            && Arrays.equals(address, 0, 10, new byte[10], 0, 10);
    return mapped ? Arrays.copyOfRange(address, MAPPED_PREFIX_BYTES, address.length) : address;
  }
}
