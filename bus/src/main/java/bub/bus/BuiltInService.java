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

  /** Applies the policy and writes the log itself. */
  void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender);

  /** Returns null when a connection may use this id; {@code idToken} proves that it owns the id. */
  @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal);

  void arrived(Address clientId);

  /** Signals that the last peer with this id has disconnected. */
  void left(Address clientId);

  Map<String, Long> figures();

  long heldBytes();

  /** Called about every quarter of a second. */
  void tick();
}
