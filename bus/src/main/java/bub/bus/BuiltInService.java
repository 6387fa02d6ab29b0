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
 * A part of the bus with addresses of its own: it alone hears what is sent there, no pattern and no
 * interceptor does. Hub thread only.
 */
public interface BuiltInService {

  Set<Address> addresses();

  /** Answers a message to one of its addresses; it is the resident that judges and logs it. */
  void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender);

  /**
   * Null when a connection may be called so.
   *
   * @param idToken what it presented to prove that the id is its own
   * @param principal who it is on a locked bus
   */
  @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal);

  /** Somebody is connected under this id now. */
  void arrived(Address clientId);

  /** Nobody is connected under this id any more. */
  void left(Address clientId);

  /** How it is doing, for {@code getMetrics}. */
  Map<String, Long> figures();

  /** Memory that it takes for what it keeps for peers, roughly. */
  long heldBytes();

  /** Called about every quarter of a second. */
  void tick();
}
