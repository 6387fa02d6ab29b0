package bub.gateway.mcp;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.json.JsonWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tools of each caller, in pages. Safe for any thread; calls block. */
final class ToolList {
  private final CapabilityCatalog catalog;
  private final LobbyToolFactory factory;
  private final List<McpTool> builtIn;

  ToolList(CapabilityCatalog catalog, List<McpTool> builtIn, CapabilityCalls calls) {
    this.catalog = catalog;
    this.builtIn = builtIn;
    this.factory =
        new LobbyToolFactory(
            builtIn.stream().map(McpTool::name).collect(Collectors.toSet()), calls);
  }

  void write(Caller caller, @Nullable String cursor, JsonWriter out)
      throws CallRefused, NoAnswer, InterruptedException {
    ListPage.of(all(caller), McpTool::name, cursor).write("tools", out);
  }

  /** Looks again for a tool that may be new. */
  Optional<McpTool> find(Caller caller, String name)
      throws CallRefused, NoAnswer, InterruptedException {
    Optional<McpTool> known = find(name, all(caller));
    if (known.isPresent()) {
      return known;
    }
    catalog.refreshed();
    return find(name, all(caller));
  }

  private static Optional<McpTool> find(String name, List<McpTool> tools) {
    return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  private List<McpTool> all(Caller caller) throws CallRefused, NoAnswer, InterruptedException {
    var all = new ArrayList<>(builtIn);
    all.addAll(factory.tools(catalog.offers(), caller.id()));
    all.sort(Comparator.comparing(McpTool::name));
    return all;
  }
}
