package bub.agent.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.MessageId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * Turn in which tools run. One thread only. Its ids derive from their content, so that a recipient
 * drops the second copy after a crash.
 */
public final class ToolContext {
  private static final int DIGEST_LENGTH = 24;

  private final MessageId turn;
  private final Map<String, Integer> seen = new HashMap<>();

  public ToolContext(MessageId turn) {
    this.turn = turn;
  }

  /** A repeated action gets a numbered id. */
  MessageId name(String kind, String... what) {
    String digest = digest(String.join("\0", what));
    int count = seen.merge(kind + digest, 1, Integer::sum);
    return derived(turn, "/" + kind + "/" + digest + (count == 1 ? "" : "-" + count));
  }

  /** Always the same id for the same input. */
  public static MessageId derived(MessageId from, String suffix) {
    String plain = from.value() + suffix;
    return new MessageId(
        plain.length() <= MessageId.MAX_LENGTH ? plain : digest(from.value()) + suffix);
  }

  public static String digest(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
