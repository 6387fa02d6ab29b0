package bub.bus.server;

import static io.netty.handler.codec.http.HttpHeaderNames.CONNECTION;
import static io.netty.handler.codec.http.HttpHeaderNames.SEC_WEBSOCKET_ACCEPT;
import static io.netty.handler.codec.http.HttpHeaderNames.SEC_WEBSOCKET_KEY;
import static io.netty.handler.codec.http.HttpHeaderNames.SEC_WEBSOCKET_VERSION;
import static io.netty.handler.codec.http.HttpHeaderNames.UPGRADE;
import static io.netty.handler.codec.http.HttpResponseStatus.SWITCHING_PROTOCOLS;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Opening handshake of RFC 6455. It ignores offered extensions and subprotocols. */
final class WebSocketHandshake {
  static final String VERSION = "13";

  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  private WebSocketHandshake() {}

  static boolean isWanted(HttpRequest request) {
    return request.headers().containsValue(UPGRADE, "websocket", true);
  }

  static boolean isOurVersion(HttpRequest request) {
    return VERSION.equals(request.headers().get(SEC_WEBSOCKET_VERSION));
  }

  static @Nullable String problemWith(HttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!request.method().equals(HttpMethod.GET)) {
      return "A WebSocket request must use GET.";
    }
    if (!headers.containsValue(CONNECTION, "upgrade", true)) {
      return "The header Connection: Upgrade is missing.";
    }
    String key = headers.get(SEC_WEBSOCKET_KEY);
    return key == null || key.isBlank() ? "The header Sec-WebSocket-Key is missing." : null;
  }

  static FullHttpResponse accept(HttpRequest request) {
    var response = new DefaultFullHttpResponse(HTTP_1_1, SWITCHING_PROTOCOLS);
    response.headers().set(UPGRADE, "websocket").set(CONNECTION, "Upgrade");
    response
        .headers()
        .set(SEC_WEBSOCKET_ACCEPT, acceptKey(request.headers().get(SEC_WEBSOCKET_KEY)));
    return response;
  }

  static String acceptKey(String key) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest((key.strip() + GUID).getBytes(ISO_8859_1));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
