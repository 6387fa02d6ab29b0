package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of tools and prompts, which clients limit to 64 letters, digits, '_' and '-'. A name
 * depends only on the capability or the starter, so that it stays the same when others come and go.
 */
final class ToolNames {
  private static final Pattern ODD = Pattern.compile("[^A-Za-z0-9_-]");
  private static final int LONGEST = 64;
  private static final int HASH_BYTES = 3;

  private final Set<String> reserved;

  ToolNames(Set<String> reserved) {
    this.reserved = new HashSet<>(reserved);
  }

  /** Changed names end with a hash of the original, so that two of them differ. */
  String of(String capability) {
    String plain = ODD.matcher(capability).replaceAll("_");
    boolean isSame = plain.equals(capability) && plain.length() <= LONGEST;
    return isSame && !reserved.contains(plain) ? plain : withHash(plain, capability);
  }

  String of(String capability, String agent) {
    String both = capability + "__" + agent;
    return withHash(ODD.matcher(both).replaceAll("_"), both);
  }

  /** An address has no space, so no other agent and text have this name. */
  static String ofStarter(String agent, String text) {
    String both = agent + " " + text;
    return withHash(ODD.matcher(both).replaceAll("_"), both);
  }

  private static String withHash(String plain, String original) {
    String ending = "_" + hash(original);
    int most = LONGEST - ending.length();
    return (plain.length() > most ? plain.substring(0, most) : plain) + ending;
  }

  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
