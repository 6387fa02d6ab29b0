package bub.bus;

import bub.bus.memory.MemoryAccount;
import bub.bus.memory.MemoryKind;
import bub.bus.policy.BusLock;
import bub.bus.policy.Principal;
import bub.bus.policy.SenderInfo;
import bub.bus.policy.TokenSecret;
import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import bub.protocol.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Peer that has completed initialize, in any dialect. Hub thread only. */
public abstract class ConnectedPeer extends Subscriber implements SenderInfo {
  private final Address clientId;
  private final String connectionId;
  private final ClientInfo clientInfo;
  private final Instant connectedAt;
  private final MemoryAccount account;
  private @Nullable Principal principal;
  private @Nullable TokenSecret unknownToken;
  private long arrival;
  private final List<Pattern> subscriptions = new ArrayList<>(1);

  protected ConnectedPeer(
      Address clientId,
      String connectionId,
      ClientInfo clientInfo,
      Instant connectedAt,
      @Nullable Principal principal,
      MemoryAccount account) {
    this.clientId = clientId;
    this.connectionId = connectionId;
    this.clientInfo = clientInfo;
    this.connectedAt = connectedAt;
    this.principal = principal;
    this.account = account;
  }

  protected abstract String dialect();

  /** True when a message to its own clientId reaches it without a subscription. */
  protected abstract boolean listensToItself();

  /** Returns false when the peer has no such call of the lobby, or more than one. */
  public abstract boolean progressed(MessageId call, @Nullable Address caller, RawJson response);

  protected abstract void close(int code, String reason);

  @Override
  public final Address clientId() {
    return clientId;
  }

  final String connectionId() {
    return connectionId;
  }

  @Override
  public final @Nullable Principal principal() {
    return principal;
  }

  public final MemoryAccount account() {
    return account;
  }

  final void arrivedAs(long number) {
    arrival = number;
  }

  final long arrival() {
    return arrival;
  }

  /** Approximate size of its description in a status. */
  final long describedBytes() {
    long bytes = 256 + infoBytes();
    for (Pattern pattern : subscriptions) {
      bytes += pattern.text().length() + 3;
    }
    return bytes;
  }

  final void openAccount(boolean isOwnPart) {
    account.initialized(principal == null ? "" : principal.id(), isOwnPart);
    account.charge(MemoryKind.CLIENT_INFO, infoBytes());
  }

  final void closeAccount() {
    account.release(MemoryKind.CLIENT_INFO, infoBytes());
  }

  private long infoBytes() {
    return (long) clientInfo.name().length()
        + clientInfo.version().length()
        + clientInfo.starters().length();
  }

  /** Keeps a token that the bus does not know yet: the bus may read a new token a moment later. */
  public final void presented(@Nullable String token) {
    unknownToken = principal == null && token != null ? TokenSecret.parse(token) : null;
  }

  /** Takes the principal of a token that is known by now, if it permits all that this peer does. */
  boolean recognizeBy(BusLock lock) {
    Principal known = unknownToken == null ? null : lock.recognize(unknownToken);
    if (known != null && known.isFor(clientId) && allows(known)) {
      principal = known;
      unknownToken = null;
      return true;
    }
    return false;
  }

  private boolean allows(Principal known) {
    return subscriptions.stream().allMatch(known::mayListenTo)
        && (known.intercept() || !intercepts() || subscriptions.isEmpty());
  }

  List<Pattern> subscriptions() {
    return subscriptions;
  }

  Status.Connection describe() {
    return new Status.Connection(
        clientId,
        connectionId,
        subscriptions.stream().map(Pattern::text).toList(),
        clientInfo,
        dialect(),
        connectedAt);
  }
}
