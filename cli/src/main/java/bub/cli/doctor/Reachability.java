package bub.cli.doctor;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** Check that a web server accepts connections, with TLS if needed, without a request. */
final class Reachability {
  private static final int TIMEOUT_MILLIS = (int) Duration.ofSeconds(4).toMillis();

  private Reachability() {}

  /** Returns null when the server is reachable. */
  static @Nullable String problemWith(URI url) {
    boolean isSecure = "https".equalsIgnoreCase(url.getScheme());
    String host = url.getHost();
    if (host == null || !isSecure && !"http".equalsIgnoreCase(url.getScheme())) {
      return "not an http:// or https:// URL";
    }
    int usual = isSecure ? 443 : 80;
    try (var socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(
          new InetSocketAddress(host, url.getPort() < 0 ? usual : url.getPort()), TIMEOUT_MILLIS);
      if (isSecure) {
        shakeHands(socket, host);
      }
      return null;
    } catch (UnknownHostException unknown) {
      return "unknown host";
    } catch (ConnectException failed) {
      String why = String.valueOf(failed.getMessage());
      return why.contains("refused") ? "connection refused" : why;
    } catch (SocketTimeoutException silent) {
      return "timed out";
    } catch (SSLException untrusted) {
      return "TLS failed: " + untrusted.getMessage();
    } catch (IOException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private static void shakeHands(Socket socket, String host) throws IOException {
    var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    try (var tls = (SSLSocket) factory.createSocket(socket, host, socket.getPort(), true)) {
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      tls.setSSLParameters(parameters);
      tls.startHandshake();
    }
  }
}
