import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;

// The price hunter finds the cheapest price of an item. Only the item finder may call it.
//
//   examples/run price-hunter/PriceHunter ws://127.0.0.1:7892 TOKEN_FILE

static final Address ME = new Address("price_hunter_A2_v2");
static final Address ITEM_FINDER = new Address("item_finder_A1_v2");

// Input and output. The field names are those on the wire.
record Wanted(String item_name, double regular_price) {}

record Bargain(String item_name, double cheapest_price, String source, String url) {}

static final Contract<Wanted, Bargain> FIND_CHEAPEST =
    Contract.of(
        Capability.named("find_cheapest_item_price_v2", "Finds the cheapest price of an item")
            .withKeywords("price", "cheapest")
            .onlyFor(ITEM_FINDER),
        Wanted.class,
        Bargain.class);

void main(String[] args) throws Exception {
  try (var client = BusClient.of(ClientSettings.of(URI.create(args[0]), ME))) {
    var lobby = LobbyClient.of(client, LobbyToken.file(Path.of(args[1])));
    client.connect();
    lobby.offer(FIND_CHEAPEST, this::hunt); // now, and after each reconnect
    IO.println("price hunter: ready for " + ITEM_FINDER + " only");
    Thread.currentThread().join(); // until the program is stopped
  }
}

Bargain hunt(Wanted wanted, Address caller) {
  IO.println("price hunter: searching for " + wanted.item_name() + " for " + caller);
  // A real price hunter would search; this one always finds the same shop.
  double price = Math.round(wanted.regular_price() * 85) / 100.0;
  String url = "http://mockdealz.com/" + wanted.item_name().replace(' ', '_');
  return new Bargain(wanted.item_name(), price, "DiscountDealz.com (mock)", url);
}
