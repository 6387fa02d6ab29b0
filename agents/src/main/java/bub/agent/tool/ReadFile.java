package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import java.io.IOException;

/** Tool that reads a file in the sandbox. */
public final class ReadFile implements Tool {
  private static final ToolSpec SPEC =
      BuiltInToolSpecs.spec(
          "read_file",
          "Read one of your text files.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "for example notes/today.md"},
             "skip": {"type": "integer", "description": "characters to skip at the start"}},
           "required": ["path"]}
          """);

  private final FileSandbox files;

  public ReadFile(FileSandbox files) {
    this.files = files;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws IOException {
    Fields fields = arguments.fields();
    String text = files.read(fields.string("path"));
    int skip = (int) Math.clamp(fields.integer("skip", 0), 0L, text.length());
    return ToolResult.done(text.substring(skip));
  }
}
