package bub.client.transport;

import bub.client.transport.FrameAssembler.HungUp;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Errors of a failed connection for people: the problem and the remedy. */
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
          "nothing is listening on port " + target.port() + "; start the bus with bub bus serve";
      case WebSocketClientHandshakeException refused -> answer(refused);
      case SSLException insecure -> tlsWords(target, insecure);
      case DecoderException broken when broken.getCause() instanceof SSLException insecure ->
          tlsWords(target, insecure);
      case HungUp _ when !target.isSecure() ->
          "the server closed the connection during the handshake;"
              + " if the bus has a certificate, connect to wss://…";
      case null -> "unknown error";
      default -> String.valueOf(cause.getMessage());
    };
  }

  private static String silence(WebSocketConnector target) {
    return "no answer within "
        + target.timeout().toMillis()
        + " ms; check the host"
        + (target.isSecure() ? ", and connect to ws://… if it does not use TLS" : "");
  }

  private static String answer(WebSocketClientHandshakeException refused) {
    int status = status(refused);
    return switch (status) {
      case 0 -> "the server does not accept WebSocket connections (" + refused.getMessage() + ")";
      case UNAUTHORIZED ->
          "the bus requires a token (HTTP 401); pass --token-file or set BUB_TOKEN_FILE";
      case 403 -> "the bus refuses this origin (HTTP 403); allow it with --allow-origin on the bus";
      case 421 ->
          "the bus refuses this host name (HTTP 421); allow it with --allow-host on the bus";
      case 503 -> "the bus accepts no more connections (HTTP 503); try again later";
      default ->
          "the server is not a bus: it answered HTTP " + status + "; check the port and path";
    };
  }

  private static int status(WebSocketClientHandshakeException refused) {
    HttpResponse response = refused.response();
    return response == null ? 0 : response.status().code();
  }

  private static String tlsWords(WebSocketConnector target, SSLException failed) {
    CertificateCheck.Rejected rejected = rejection(failed);
    if (rejected != null) {
      return String.valueOf(rejected.getMessage());
    }
    if (failed instanceof NotSslRecordException) {
      return "the server does not speak TLS; connect to ws://…";
    }
    String message = String.valueOf(failed.getMessage());
    return isAboutOurCertificate(message) ? ourCertificate(target) : "TLS failed (" + message + ")";
  }

  private static CertificateCheck.@Nullable Rejected rejection(Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateCheck.Rejected rejected) {
        return rejected;
      }
    }
    return null;
  }

  /** The text of the alert depends on the TLS version and library. */
  private static boolean isAboutOurCertificate(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("alert")
        && (lower.contains("certificate") || lower.contains("unknown_ca"));
  }

  private static String ourCertificate(WebSocketConnector target) {
    return target.identity() == null
        ? "the bus requires a client certificate; pass one that it trusts"
            + " (--client-cert FILE --client-key FILE)"
        : "the bus does not accept the certificate in "
            + target.identity().certificate()
            + "; the certificate must be valid, match its key, and be signed by the CA that the bus"
            + " has in --tls-client-ca";
  }
}
