package bub.bus;

import bub.bus.Switchboard.Sender;
import bub.bus.policy.Principal;
import bub.jsonrpc.RequestId;
import bub.jsonrpc.RpcError;
import bub.protocol.Address;
import bub.protocol.Envelope;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of the bus with its own addresses. It alone receives the messages to them; no pattern and no
 * interceptor matches. Hub thread only.
 */
public interface BuiltInService {

  Set<Address> addresses();

  /**
   * Handles a message to one of its addresses. The service itself applies the policy and writes the
   * log.
   */
  void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender);

  /**
   * Returns null when a connection may use this id, otherwise the error.
   *
   * @param idToken token that the connection presented to prove its ownership of the id
   * @param principal identity of the connection; null without a known token
   */
  @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal);

  /** Signals that a peer is now connected under this id. */
  void arrived(Address clientId);

  /** Signals that the last peer with this id has disconnected. */
  void left(Address clientId);

  /** Returns the counters of the service for {@code getMetrics}. */
  Map<String, Long> figures();

  /** Returns the approximate memory that the service holds for peers. */
  long heldBytes();

  /** Runs periodic work. Called about every quarter of a second. */
  void tick();
}
