package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tools of each caller, in pages. Safe for any thread; calls block. */
final class ToolList {
  private static final int PAGE = 100;

  private final CapabilityCatalog catalog;
  private final LobbyToolFactory factory;
  private final List<McpTool> builtIn;

  ToolList(CapabilityCatalog catalog, List<McpTool> builtIn, LobbyCaller lobby) {
    this.catalog = catalog;
    this.builtIn = builtIn;
    this.factory =
        new LobbyToolFactory(
            builtIn.stream().map(McpTool::name).collect(Collectors.toSet()), lobby);
  }

  /** One page of the list. */
  record ToolPage(List<McpTool> tools, @Nullable String next) {
    void writeMembers(JsonWriter out) {
      out.name("tools").beginArray();
      tools.forEach(out::value);
      out.endArray().optional("nextCursor", next);
    }
  }

  /** The cursor names the last tool of the previous page, so the list may change in between. */
  ToolPage page(Caller caller, @Nullable String cursor)
      throws CallRefused, NoAnswer, InterruptedException {
    List<McpTool> all = all(caller);
    String last = cursor == null ? "" : decoded(cursor);
    List<McpTool> rest = all.stream().filter(tool -> tool.name().compareTo(last) > 0).toList();
    if (rest.size() <= PAGE) {
      return new ToolPage(rest, null);
    }
    List<McpTool> page = rest.subList(0, PAGE);
    return new ToolPage(page, encoded(page.getLast().name()));
  }

  private static String encoded(String name) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(name.getBytes(UTF_8));
  }

  private static String decoded(String cursor) {
    try {
      String name = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      if (encoded(name).equals(cursor) && !name.isEmpty()) {
        return name;
      }
    } catch (IllegalArgumentException noCursor) {
      // Refused below.
    }
    throw new InvalidField("cursor", "is not one of this server");
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
