package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.io.IOException;

/** Action that a model can take during a turn. Calls block. */
public interface Tool {

  ToolSpec spec();

  /**
   * Any argument may be missing or wrong; the model sees the message of an {@link InvalidField}.
   */
  ToolResult use(RawJson arguments, ToolContext context) throws IOException, InterruptedException;

  /** Tool that needs only its arguments, not the turn. */
  static Tool of(ToolSpec spec, Action action) {
    return new Tool() {
      @Override
      public ToolSpec spec() {
        return spec;
      }

      @Override
      public ToolResult use(RawJson arguments, ToolContext context)
          throws IOException, InterruptedException {
        return action.run(arguments);
      }
    };
  }

  interface Action {
    ToolResult run(RawJson arguments) throws IOException, InterruptedException;
  }
}
