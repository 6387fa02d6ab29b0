package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seal on the states that providers give to clients, so that no client can change one or use it for
 * another request. Safe for any thread.
 */
final class RequestStates {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int LONGEST = 1 << 16;

  private final SecretKeySpec key;

  /** The key lasts as long as the door, so a state ends with it. */
  RequestStates(SecureRandom random) {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    this.key = new SecretKeySpec(bytes, ALGORITHM);
  }

  String seal(Address caller, String target, String state) {
    String text = encode(state.getBytes(UTF_8));
    return signature(caller, target, text) + "." + text;
  }

  String open(Address caller, String target, String sealed) throws RpcException {
    int dot = sealed.indexOf('.');
    if (dot > 0 && sealed.length() <= LONGEST) {
      String text = sealed.substring(dot + 1);
      byte[] expected = signature(caller, target, text).getBytes(UTF_8);
      if (MessageDigest.isEqual(expected, sealed.substring(0, dot).getBytes(UTF_8))) {
        return new String(Base64.getUrlDecoder().decode(text), UTF_8);
      }
    }
    throw new RpcException(
        RpcError.invalidParams(
            "requestState: is not one that this server gave for this request. Call again without"
                + " it."));
  }

  private String signature(Address caller, String target, String text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return encode(mac.doFinal(String.join("\0", caller.value(), target, text).getBytes(UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
