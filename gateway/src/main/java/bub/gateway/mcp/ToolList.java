package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.json.JsonWriter;
import bub.protocol.Address;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tools of each caller, in pages. Safe for any thread; calls block. */
final class ToolList {
  static final int MOST_CALLERS = 64;

  /** Tools of one caller, made from these offers. */
  private record Visible(List<Offer> offers, List<McpTool> sorted, Map<String, McpTool> byName) {}

  private final CapabilityCatalog catalog;
  private final LobbyToolFactory factory;
  private final List<McpTool> builtIn;
  // Least recently used first. Guarded by this.
  private final Map<Address, Visible> known = new LinkedHashMap<>(16, 0.75f, true);

  ToolList(CapabilityCatalog catalog, List<McpTool> builtIn, CapabilityCalls calls) {
    this.catalog = catalog;
    this.builtIn = builtIn;
    this.factory =
        new LobbyToolFactory(
            builtIn.stream().map(McpTool::name).collect(Collectors.toSet()), calls);
  }

  void write(Caller caller, @Nullable String cursor, JsonWriter out)
      throws CallRefused, NoAnswer, InterruptedException {
    List<Offer> offers = cursor == null ? catalog.offers() : catalog.offersOfNextPage();
    ListPage.of(visible(offers, caller).sorted(), McpTool::name, cursor).write("tools", out);
  }

  /** Looks again for a tool that may be new. */
  Optional<McpTool> find(Caller caller, String name)
      throws CallRefused, NoAnswer, InterruptedException {
    McpTool tool = find(catalog.offers(), caller, name);
    return Optional.ofNullable(tool == null ? find(catalog.refreshed(), caller, name) : tool);
  }

  private @Nullable McpTool find(List<Offer> offers, Caller caller, String name) {
    McpTool listed = visible(offers, caller).byName().get(name);
    return listed == null ? factory.ofProvider(offers, caller.id(), name) : listed;
  }

  /** Returns null when the lobby must be asked, or a list made, first. Never blocks. */
  @Nullable McpTool known(Caller caller, String name) {
    List<Offer> offers = catalog.known();
    Visible list = offers == null ? null : kept(offers, caller.id());
    return list == null ? null : list.byName().get(name);
  }

  private Visible visible(List<Offer> offers, Caller caller) {
    Visible last = kept(offers, caller.id());
    if (last != null) {
      return last;
    }
    // Without the lock: the list may be long, and the event loop reads the others meanwhile.
    Visible fresh = visible(offers, caller.id());
    keep(fresh, caller.id());
    return fresh;
  }

  @SuppressWarnings("ReferenceEquality") // the catalog returns the same list until it changes
  private synchronized @Nullable Visible kept(List<Offer> offers, Address caller) {
    Visible last = known.get(caller);
    return last != null && last.offers() == offers ? last : null;
  }

  private synchronized void keep(Visible fresh, Address caller) {
    known.put(caller, fresh);
    if (known.size() > MOST_CALLERS) {
      known.remove(known.keySet().iterator().next());
    }
  }

  private Visible visible(List<Offer> offers, Address caller) {
    var byName = new TreeMap<String, McpTool>();
    factory.tools(offers, caller).forEach(tool -> byName.put(tool.name(), tool));
    builtIn.forEach(tool -> byName.put(tool.name(), tool));
    return new Visible(offers, List.copyOf(byName.values()), byName);
  }
}
