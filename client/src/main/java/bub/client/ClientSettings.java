package bub.client;

import bub.protocol.Address;
import bub.protocol.ClientInfo;
import java.net.URI;
import java.time.Duration;

/**
 * Address, identity and timeouts of a client.
 *
 * @param url with a custom connector, only a name for error messages
 * @param callTimeout longer than the bus waits for a recipient, so that the bus answers first
 * @param maxHandlers messages handled at a time; above it, senders are told to retry
 */
public record ClientSettings(
    URI url,
    Address clientId,
    ClientInfo clientInfo,
    TokenSource token,
    Duration connectTimeout,
    Duration callTimeout,
    Backoff reconnect,
    int maxHandlers) {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(65);
  private static final int MAX_HANDLERS = 1_024;

  public static ClientSettings of(URI url, Address clientId) {
    return new ClientSettings(
        url,
        clientId,
        new ClientInfo("bub-client", ClientInfo.VERSION),
        TokenSource.none(),
        CONNECT_TIMEOUT,
        CALL_TIMEOUT,
        Backoff.RECONNECT,
        MAX_HANDLERS);
  }

  public ClientSettings withClientInfo(ClientInfo info) {
    return new ClientSettings(
        url, clientId, info, token, connectTimeout, callTimeout, reconnect, maxHandlers);
  }

  public ClientSettings withToken(TokenSource source) {
    return new ClientSettings(
        url, clientId, clientInfo, source, connectTimeout, callTimeout, reconnect, maxHandlers);
  }

  public ClientSettings withConnectTimeout(Duration timeout) {
    return new ClientSettings(
        url, clientId, clientInfo, token, timeout, callTimeout, reconnect, maxHandlers);
  }

  public ClientSettings withCallTimeout(Duration timeout) {
    return new ClientSettings(
        url, clientId, clientInfo, token, connectTimeout, timeout, reconnect, maxHandlers);
  }

  public ClientSettings withReconnect(Backoff backoff) {
    return new ClientSettings(
        url, clientId, clientInfo, token, connectTimeout, callTimeout, backoff, maxHandlers);
  }

  public ClientSettings withMaxHandlers(int handlers) {
    return new ClientSettings(
        url, clientId, clientInfo, token, connectTimeout, callTimeout, reconnect, handlers);
  }
}
