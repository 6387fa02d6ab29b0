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

/** Built-in service of a bus that has none. */
enum NoBuiltInService implements BuiltInService {
  NOBODY;

  @Override
  public Set<Address> addresses() {
    return Set.of();
  }

  @Override
  public void take(ConnectedPeer from, RequestId rpcId, Envelope envelope, Sender sender) {
    throw new IllegalStateException("no built-in service at " + envelope.to());
  }

  @Override
  public @Nullable RpcError refuse(
      Address clientId, @Nullable String idToken, @Nullable Principal principal) {
    return null;
  }

  @Override
  public void arrived(Address clientId) {}

  @Override
  public void left(Address clientId) {}

  @Override
  public Map<String, Long> figures() {
    return Map.of();
  }

  @Override
  public long heldBytes() {
    return 0;
  }

  @Override
  public void tick() {}
}
