package bub.agent.tool;

import bub.agent.model.ToolCall;
import bub.agent.model.ToolSpec;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tools of one turn; turns every outcome, including an error, into text for the model. */
public final class Toolbox {
  private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);

  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final int maxResultChars;

  /** The first tool of a name wins. */
  public Toolbox(Collection<Tool> tools, int maxResultChars) {
    tools.forEach(tool -> this.tools.putIfAbsent(tool.spec().name(), tool));
    this.maxResultChars = maxResultChars;
  }

  public List<ToolSpec> specs() {
    return tools.values().stream().map(Tool::spec).toList();
  }

  public ToolResult use(ToolCall call, ToolContext context) throws InterruptedException {
    ToolResult result = run(call, context);
    return result.text().length() <= maxResultChars
        ? result
        : new ToolResult(
            result.isSuccess(),
            "%s\n[%d more characters are left out]"
                .formatted(
                    result.text().substring(0, maxResultChars),
                    result.text().length() - maxResultChars));
  }

  private ToolResult run(ToolCall call, ToolContext context) throws InterruptedException {
    Tool tool = tools.get(call.name());
    if (tool == null) {
      return ToolResult.failed("there is no tool of that name; available tools: " + tools.keySet());
    }
    RawJson arguments = call.object();
    if (arguments == null) {
      return ToolResult.failed(
          "the arguments are not a JSON object; correct them and call the tool again");
    }
    try {
      return tool.use(arguments, context);
    } catch (InvalidField odd) {
      return ToolResult.failed("invalid arguments: " + odd.getMessage());
    } catch (IOException broken) {
      LOG.warn("Tool {} failed", call.name(), broken);
      return ToolResult.failed(String.valueOf(broken.getMessage()));
    } catch (RuntimeException bug) {
      LOG.error("Tool {} failed", call.name(), bug);
      return ToolResult.failed("the tool had an internal error");
    }
  }
}
