package bub.client.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connector for {@code ws://} and {@code wss://} URLs. Blocks the calling thread.
 *
 * @param idle silence of the bus after which it is pinged
 * @param caFile trusted CAs, as PEM; null for those of the JDK
 * @param proof proof that the listener must give before it gets a token; null for none
 */
public record WebSocketConnector(
    URI url,
    Map<String, String> headers,
    Duration timeout,
    Duration idle,
    Duration pongWithin,
    @Nullable Path caFile,
    @Nullable Identity identity,
    @Nullable ProofDemand proof)
    implements Connector {
  /** Certificate and its PKCS#8 key, as PEM. */
  public record Identity(Path certificate, Path key) {}

  // Long, because a connector does not try again and a cold JVM on a busy machine is slow.
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration IDLE = Duration.ofSeconds(20);
  private static final Duration PONG_WITHIN = Duration.ofSeconds(10);

  public WebSocketConnector {
    headers = Map.copyOf(headers);
    if (url.getHost() == null || !isOneOfOurs(url.getScheme())) {
      throw new IllegalArgumentException(
          "'"
              + url
              + "' is not the URL of a bus; use one such as ws://localhost:7892 or"
              + " wss://bus.example.com");
    }
  }

  private static boolean isOneOfOurs(@Nullable String scheme) {
    return "ws".equalsIgnoreCase(scheme) || "wss".equalsIgnoreCase(scheme);
  }

  public static WebSocketConnector to(URI url) {
    return new WebSocketConnector(url, Map.of(), TIMEOUT, IDLE, PONG_WITHIN, null, null, null);
  }

  public WebSocketConnector withHeader(String name, String value) {
    var more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new WebSocketConnector(url, more, timeout, idle, pongWithin, caFile, identity, proof);
  }

  public WebSocketConnector within(Duration connectTimeout) {
    return new WebSocketConnector(
        url, headers, connectTimeout, idle, pongWithin, caFile, identity, proof);
  }

  public WebSocketConnector pinging(Duration afterSilence, Duration pongTimeout) {
    return new WebSocketConnector(
        url, headers, timeout, afterSilence, pongTimeout, caFile, identity, proof);
  }

  public WebSocketConnector trusting(Path caPem) {
    return new WebSocketConnector(url, headers, timeout, idle, pongWithin, caPem, identity, proof);
  }

  /** For a bus that asks for a certificate. */
  public WebSocketConnector presenting(Path certificatePem, Path keyPem) {
    var shown = new Identity(certificatePem, keyPem);
    return new WebSocketConnector(url, headers, timeout, idle, pongWithin, caFile, shown, proof);
  }

  /** {@link ProofDemand#isMet} tells the result. */
  public WebSocketConnector demanding(ProofDemand demand) {
    return new WebSocketConnector(
        url, headers, timeout, idle, pongWithin, caFile, identity, demand);
  }

  @Override
  public WebSocketConnector at(String path) {
    ProofDemand own = proof == null ? null : proof.again();
    return new WebSocketConnector(
        url.resolve(path), headers, timeout, idle, pongWithin, caFile, identity, own);
  }

  @Override
  public WebSocketLink connect() throws IOException, InterruptedException {
    var dialer = new Dialer(this);
    IOException refusal = null;
    // Resolved here and not by Netty, which would block the event loop.
    for (InetAddress host : addresses()) {
      try {
        return dialer.dial(new InetSocketAddress(host, port()));
      } catch (IOException failed) {
        // Keep the first error, which explains the problem best.
        refusal = refusal == null ? failed : refusal;
      }
    }
    throw refusal == null ? new IOException("cannot connect to " + url) : refusal;
  }

  private InetAddress[] addresses() throws IOException {
    try {
      return InetAddress.getAllByName(url.getHost());
    } catch (IOException unknown) {
      throw new IOException(
          "cannot connect to " + url + ": unknown host " + url.getHost(), unknown);
    }
  }

  boolean isSecure() {
    return url.getScheme().toLowerCase(Locale.ROOT).equals("wss");
  }

  int port() {
    int standard = isSecure() ? 443 : 80;
    return url.getPort() < 0 ? standard : url.getPort();
  }
}
