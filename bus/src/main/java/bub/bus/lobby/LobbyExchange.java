package bub.bus.lobby;

import bub.protocol.Address;
import bub.protocol.lobby.CallDelivery;

/** One order and its answer on the wire that it came by. Hub thread only. */
interface LobbyExchange {
  /** The authenticated sender of the order. */
  Address from();

  LobbyTrail trail();

  /** The bus's side of a call, which answers this order; asked for only when the order is one. */
  CallDelivery delivery();

  /** Writes the answer. Called once per order. */
  void answer(LobbyAnswer answer);
}
