package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.RawJson;
import java.io.IOException;
import java.util.List;

/** Lets a model see what lies on its shelf. */
public final class ListFiles implements Tool {
  private static final ToolSpec SPEC =
      Schemas.spec(
          "list_files",
          "List your files.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "a directory; leave it out for the top"}}}
          """);

  private final Shelf shelf;

  public ListFiles(Shelf shelf) {
    this.shelf = shelf;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, Occasion occasion) throws IOException {
    String path = arguments.fields().optionalString("path");
    List<String> names = shelf.list(path == null ? "" : path);
    return ToolResult.done(names.isEmpty() ? "there are no files" : String.join("\n", names));
  }
}
