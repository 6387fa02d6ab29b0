package bub.console.view;

import bub.json.RawJson;
import java.util.List;

/** Agents with matching capabilities. */
public record FoundServices(List<FoundAgent> agents) {

  /** An agent and its matching capabilities. */
  public record FoundAgent(String agentId, List<RawJson> capabilities) {}
}
