import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.lobby.LobbyClient;
import bub.protocol.Address;

// The customer requests an item from any agent that can find it, and reads only the fields of the
// answer that it needs.
//
//   examples/run price-hunter/Customer ws://127.0.0.1:7892 'an item'

record Search(String item_to_find, String target_website) {}

record Bargain(double cheapest_price, String source) {}

record Found(Bargain cheapest_price_globally, String message) {}

void main(String[] args) throws Exception {
  var settings = ClientSettings.of(URI.create(args[0]), new Address("customer_A0"));
  try (var client = BusClient.of(settings)) {
    var lobby = LobbyClient.of(client);
    client.connect();
    IO.println("customer: looking for " + args[1]);
    var search = new Search(args[1], "amazon.com");
    Found found = lobby.call("initiate_item_search_v2", search, Found.class);
    Bargain bargain = found.cheapest_price_globally();
    IO.println("customer: found it for " + bargain.cheapest_price() + " at " + bargain.source());
  }
}
