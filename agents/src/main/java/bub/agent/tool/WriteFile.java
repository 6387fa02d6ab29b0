package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import java.io.IOException;

/** Tool that writes a file in the sandbox. */
public final class WriteFile implements Tool {
  private static final ToolSpec SPEC =
      BuiltInToolSpecs.spec(
          "write_file",
          "Write one of your text files. Replaces a file with the same path.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "for example notes/today.md"},
             "text": {"type": "string"}},
           "required": ["path", "text"]}
          """);

  private final FileSandbox files;

  public WriteFile(FileSandbox files) {
    this.files = files;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws IOException {
    Fields fields = arguments.fields();
    String path = fields.string("path");
    files.write(path, fields.string("text"));
    return ToolResult.done("written: " + path);
  }
}
