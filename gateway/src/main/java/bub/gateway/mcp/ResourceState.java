package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpRefusal;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.ErrorCodes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Result of one look at a resource that somebody watches. */
sealed interface ResourceState {
  /** It is there; {@code hash} differs when its content does. */
  record Seen(String hash) implements ResourceState {}

  /** It cannot be read now. */
  record Missing() implements ResourceState {}

  /** Its reader may not read it, or may not any more. */
  record Gone() implements ResourceState {}

  static ResourceState of(RawJson content) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.toString().getBytes(UTF_8));
      return new Seen(HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A token that is no longer valid must not be tried again and again: the bus counts guesses. */
  static ResourceState of(Exception failure) {
    return switch (failure) {
      case RpcException refused -> isPassing(refused.error().code()) ? new Missing() : new Gone();
      case HttpRefusal refused ->
          refused.status() == 401 || refused.status() == 403 ? new Gone() : new Missing();
      default -> new Gone();
    };
  }

  private static boolean isPassing(int code) {
    return code == ErrorCodes.OVERLOADED || code == ErrorCodes.DRAINING;
  }
}
