package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.RawJson;

/** Tool that calls one capability of another agent. */
final class CapabilityTool implements Tool {
  private final LobbyAccess lobby;
  private final ToolSpec spec;
  private final String provider;
  private final String capability;

  CapabilityTool(LobbyAccess lobby, ToolSpec spec, String provider, String capability) {
    this.lobby = lobby;
    this.spec = spec;
    this.provider = provider;
    this.capability = capability;
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws InterruptedException {
    return lobby.call(provider, capability, arguments);
  }
}
