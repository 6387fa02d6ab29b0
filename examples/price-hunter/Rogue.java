import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.client.lobby.CallRefused;
import bub.client.lobby.LobbyClient;
import bub.protocol.Address;

// The rogue tries to call the price hunter without permission: first under its own name, then under
// the name of the item finder. The lobby refuses both calls.
//
//   examples/run price-hunter/Rogue ws://127.0.0.1:7892

record Wanted(String item_name, double regular_price) {}

record Bargain(double cheapest_price) {}

void main(String[] args) throws Exception {
  for (String name : List.of("rogue_007", "item_finder_A1_v2")) {
    var settings = ClientSettings.of(URI.create(args[0]), new Address(name));
    try (var client = BusClient.of(settings)) {
      var lobby = LobbyClient.of(client);
      client.connect();
      Bargain stolen = steal(lobby);
      IO.println("rogue: got the price " + stolen.cheapest_price());
      System.exit(1); // must not happen
    } catch (CallRefused | NotConnected refused) {
      IO.println("rogue as " + name + ": " + refused.getMessage());
    }
  }
}

Bargain steal(LobbyClient lobby) throws Exception {
  var hunter = new Address("price_hunter_A2_v2");
  return lobby.call(
      hunter, "find_cheapest_item_price_v2", new Wanted("anything", 1), Bargain.class);
}
