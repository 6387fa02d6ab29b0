package bub.protocol.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.Address;
import bub.protocol.MessageId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Ids of traces and spans: hex digits that everyone derives from a message in the same way. */
final class HexIds {
  private HexIds() {}

  static boolean isValid(String text, int length) {
    if (text.length() != length) {
      return false;
    }
    boolean isZero = true;
    for (int i = 0; i < length; i++) {
      char digit = text.charAt(i);
      if (!isHexDigit(digit)) {
        return false;
      }
      isZero &= digit == '0';
    }
    return !isZero;
  }

  static boolean isHexDigit(char digit) {
    return digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f';
  }

  static String derive(String kind, Address from, MessageId message, int length) {
    String source = kind + "\0" + from.value() + "\0" + message.value();
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(source.getBytes(UTF_8));
      return HexFormat.of().formatHex(hash, 0, length / 2);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
