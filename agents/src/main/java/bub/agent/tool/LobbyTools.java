package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.Services;
import java.util.List;
import java.util.function.UnaryOperator;

/** Tools that find agents by their capabilities and call them. */
public final class LobbyTools {
  private static final int MAX_AGENTS = 20;
  private static final ToolSpec DISCOVER =
      ToolSpec.of(
          "lobby_discover",
          "Find agents by their capabilities. Returns each agent's id and its capabilities with the"
              + " JSON schemas of their input and output.",
          """
          {"type": "object",
           "properties": {
             "query": {"type": "string",
                       "description": "words to search for; omit it to list everything"}}}
          """);
  private static final ToolSpec CALL =
      ToolSpec.of(
          "lobby_call",
          "Call a capability that lobby_discover found. Returns the agent's answer as JSON.",
          """
          {"type": "object",
           "properties": {
             "agent_id": {"type": "string",
                          "description": "the agent; omit it for any agent that offers it"},
             "capability_name": {"type": "string"},
             "input": {"type": "object", "description": "a value that matches its input schema"}},
           "required": ["capability_name"]}
          """);

  private LobbyTools() {}

  /** {@code asData} makes a text of another agent harmless. */
  public static List<Tool> of(LobbyAccess lobby, UnaryOperator<String> asData) {
    return List.of(
        Tool.of(DISCOVER, arguments -> discover(lobby, asData, arguments)),
        Tool.of(CALL, arguments -> call(lobby, arguments)));
  }

  private static ToolResult discover(
      LobbyAccess lobby, UnaryOperator<String> asData, RawJson arguments)
      throws InterruptedException {
    String query = arguments.fields().optionalString("query");
    Discovery discovery =
        query == null || query.isBlank() ? Discovery.byName("*") : Discovery.byWords(query);
    try {
      Services services = lobby.discover(discovery.atMost(MAX_AGENTS)).withTexts(asData);
      return ToolResult.done(
          services.found().isEmpty()
              ? "no agent offers a matching capability"
              : services.toRaw().toString());
    } catch (LobbyAccess.Closed closed) {
      return ToolResult.failed(String.valueOf(closed.getMessage()));
    }
  }

  private static ToolResult call(LobbyAccess lobby, RawJson arguments) throws InterruptedException {
    Fields fields = arguments.fields();
    String agent = fields.optionalString("agent_id");
    String capability = fields.string("capability_name");
    CapabilityRef.check("capability_name", capability);
    RawJson input = fields.optionalObject("input");
    return lobby.call(
        agent == null ? ServiceCall.ANY : agent,
        capability,
        input == null ? RawJson.EMPTY_OBJECT : input);
  }
}
