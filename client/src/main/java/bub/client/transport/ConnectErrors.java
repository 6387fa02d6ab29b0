package bub.client.transport;

import bub.client.transport.FrameAssembler.HungUp;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Explains why a connection failed and what to do about it. */
final class ConnectErrors {
  private static final int UNAUTHORIZED = 401;

  private ConnectErrors() {}

  static IOException explain(WebSocketConnector target, @Nullable Throwable cause) {
    String problem = "cannot connect to " + target.url() + ": " + words(target, cause);
    boolean unauthorized =
        cause instanceof WebSocketClientHandshakeException refused
            && status(refused) == UNAUTHORIZED;
    return unauthorized ? new Unauthorized(problem) : new IOException(problem, cause);
  }

  private static String words(WebSocketConnector target, @Nullable Throwable cause) {
    return switch (cause) {
      case ConnectTimeoutException _ -> silence(target);
      case TimeoutException _ -> silence(target);
      case ConnectException _ ->
          "nothing listens on port " + target.port() + "; is the bus running? (bub bus serve)";
      case WebSocketClientHandshakeException refused -> answer(refused);
      case SSLException insecure -> TlsErrors.words(target, insecure);
      case DecoderException broken when broken.getCause() instanceof SSLException insecure ->
          TlsErrors.words(target, insecure);
      case HungUp _ when !target.isSecure() ->
          "it hung up during the handshake; if this bus has a certificate, connect to wss://…";
      case null -> "it failed";
      default -> String.valueOf(cause.getMessage());
    };
  }

  private static String silence(WebSocketConnector target) {
    return "no answer within "
        + target.timeout().toMillis()
        + " ms; is it the right host"
        + (target.isSecure() ? ", and does it speak TLS? (if not: ws://…)" : "?");
  }

  private static String answer(WebSocketClientHandshakeException refused) {
    int status = status(refused);
    return switch (status) {
      case 0 -> "no WebSocket there (" + refused.getMessage() + ")";
      case UNAUTHORIZED -> "it asks for a token (HTTP 401); name a token file";
      case 403 -> "it refuses this origin (HTTP 403); allow it there with --allow-origin";
      case 421 -> "it does not answer to that name (HTTP 421); allow it there with --allow-host";
      case 503 -> "it takes no more connections now (HTTP 503)";
      default -> "no bus there: it answered HTTP " + status + "; are port and path right?";
    };
  }

  private static int status(WebSocketClientHandshakeException refused) {
    HttpResponse response = refused.response();
    return response == null ? 0 : response.status().code();
  }
}
