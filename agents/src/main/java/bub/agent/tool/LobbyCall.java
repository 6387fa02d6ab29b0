package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import bub.protocol.lobby.CapabilityRef;
import bub.protocol.lobby.ServiceCall;

/** Tool that calls a capability of another agent by name. */
public final class LobbyCall implements Tool {
  private static final ToolSpec SPEC =
      BuiltInToolSpecs.spec(
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

  private final LobbyAccess lobby;

  public LobbyCall(LobbyAccess lobby) {
    this.lobby = lobby;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws InterruptedException {
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
