package bub.bench.wire;

/** Protocol of one kind of server; the load is the same for all. */
public sealed interface Wire permits RelayWire, NatsWire, BusWire, LobbyWire {
  BenchConversation receiver(int index);

  RequestSender sender(int index, RequestsInFlight flight);
}
