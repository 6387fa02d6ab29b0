package bub.bus.lobby;

import bub.bus.ConnectedPeer;
import bub.protocol.Address;
import bub.protocol.lobby.CallDelivery;
import org.jspecify.annotations.Nullable;

/** Order and its answer on the wire that it came by. Hub thread only. */
interface LobbyExchange {
  /** The authenticated sender of the order. */
  Address from();

  /** Returns null when the sender has disconnected. */
  @Nullable ConnectedPeer peer();

  LobbyTrail trail();

  /** Asked for only when the order is a call. */
  CallDelivery delivery();

  /** Writes the answer. Called once per order. */
  void answer(LobbyAnswer answer);
}
