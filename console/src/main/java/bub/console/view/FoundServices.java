package bub.console.view;

import bub.json.RawJson;
import java.util.List;

/** Who offers what was looked for. */
public record FoundServices(List<FoundAgent> agents) {

  /** An agent, and those of its capabilities that fit. */
  public record FoundAgent(String agentId, List<RawJson> capabilities) {}
}
