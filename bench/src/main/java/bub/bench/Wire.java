package bub.bench;

/** How one kind of server is spoken to; the load on top is the same for all. */
sealed interface Wire permits RelayWire, NatsWire, BusWire, LobbyWire {
  BenchConversation receiver(int index);

  RequestSender sender(int index, RequestsInFlight flight);
}
