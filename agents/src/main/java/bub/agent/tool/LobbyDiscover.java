package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.Discovery;

/** Tool that finds agents by their capabilities. */
public final class LobbyDiscover implements Tool {
  private static final int MAX_AGENTS = 20;
  private static final ToolSpec SPEC =
      BuiltInToolSpecs.spec(
          "lobby_discover",
          "Find agents by their capabilities. Returns each agent's id and its capabilities with the"
              + " JSON schemas of their input and output.",
          """
          {"type": "object",
           "properties": {
             "query": {"type": "string",
                       "description": "words to search for; omit it to list everything"}}}
          """);

  private final LobbyAccess lobby;

  public LobbyDiscover(LobbyAccess lobby) {
    this.lobby = lobby;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws InterruptedException {
    Fields fields = arguments.fields();
    String query = fields.optionalString("query");
    Discovery discovery =
        query == null || query.isBlank() ? Discovery.byName("*") : Discovery.byWords(query);
    try {
      var services = lobby.discover(discovery.atMost(MAX_AGENTS));
      return ToolResult.done(
          services.found().isEmpty()
              ? "no agent offers a matching capability"
              : services.toRaw().toString());
    } catch (LobbyAccess.Closed closed) {
      return ToolResult.failed(String.valueOf(closed.getMessage()));
    }
  }
}
