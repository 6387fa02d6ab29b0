package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.io.IOException;

/** One thing a model can do. Calls block. */
public interface Tool {

  ToolSpec spec();

  /**
   * Does it.
   *
   * @param arguments an object, as the model wrote it: any field may be missing or wrong
   * @param context the turn it happens in
   * @throws InvalidField when the arguments do not fit; the model is told
   */
  ToolResult use(RawJson arguments, ToolContext context) throws IOException, InterruptedException;
}
