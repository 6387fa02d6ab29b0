package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.RawJson;
import java.io.IOException;
import java.util.List;

/** Tool that lists the files in the sandbox. */
public final class ListFiles implements Tool {
  private static final ToolSpec SPEC =
      BuiltInToolSpecs.spec(
          "list_files",
          "List your files.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "a directory; omit it for the top level"}}}
          """);

  private final FileSandbox files;

  public ListFiles(FileSandbox files) {
    this.files = files;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws IOException {
    String path = arguments.fields().optionalString("path");
    List<String> names = files.list(path == null ? "" : path);
    return ToolResult.done(names.isEmpty() ? "there are no files" : String.join("\n", names));
  }
}
