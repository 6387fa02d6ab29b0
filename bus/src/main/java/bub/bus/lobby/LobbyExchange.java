package bub.bus.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.CallDelivery;

/** Order and its answer on the wire that it came by. Hub thread only. */
interface LobbyExchange {
  /** The authenticated sender of the order. */
  Address from();

  LobbyTrail trail();

  /** Asked for only when the order is a call. */
  CallDelivery delivery();

  /** Writes the answer. Called once per order. */
  void answer(LobbyAnswer answer);
}
