import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.lobby.CallRefused;
import bub.client.lobby.Contract;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.LobbyToken;
import bub.protocol.Address;
import bub.protocol.lobby.Discovery;

// The item finder finds an item on a website for any caller, and asks the price hunter for prices
// elsewhere. It knows only the name of the hunter's capability; the lobby knows who offers it.
//
//   examples/run price-hunter/ItemFinder ws://127.0.0.1:7892 TOKEN_FILE

static final Address ME = new Address("item_finder_A1_v2");
static final String CHEAPEST = "find_cheapest_item_price_v2";

record Search(String item_to_find, String target_website) {}

record Item(String name, double regular_price, String source_website, String url) {}

record Bargain(String item_name, double cheapest_price, String source, String url) {}

record Found(Item item_found_on_site, Bargain cheapest_price_globally, String message) {}

record Wanted(String item_name, double regular_price) {}

static final Contract<Search, Found> SEARCH =
    Contract.of("initiate_item_search_v2", Search.class, Found.class);

void main(String[] args) throws Exception {
  try (var client = BusClient.of(ClientSettings.of(URI.create(args[0]), ME))) {
    var lobby = LobbyClient.of(client, LobbyToken.file(Path.of(args[1])));
    client.connect();
    lobby.offer(SEARCH, search -> find(search, lobby)); // now, and after each reconnect
    IO.println("item finder: ready for all callers");
    Thread.currentThread().join(); // until the program is stopped
  }
}

Found find(Search search, LobbyClient lobby) throws Exception {
  String url = "http://" + search.target_website() + "/" + search.item_to_find().replace(' ', '_');
  var item = new Item(search.item_to_find(), 128, search.target_website(), url);
  var hunters = lobby.discover(Discovery.byName(CHEAPEST).onlyWhatMayBeCalled()).found();
  if (hunters.isEmpty()) {
    throw new CallRefused("no agent offers " + CHEAPEST);
  }
  Address hunter = hunters.getFirst().agent();
  IO.println("item finder: regular price " + item.regular_price() + ", asking " + hunter);
  var wanted = new Wanted(item.name(), item.regular_price());
  return new Found(item, lobby.call(hunter, CHEAPEST, wanted, Bargain.class), "Search complete.");
}
