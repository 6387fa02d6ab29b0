package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.json.Fields;
import bub.json.RawJson;
import java.io.IOException;
import java.util.List;

/** Tools that read, write and list the files in the sandbox. */
public final class FileTools {
  private static final ToolSpec READ =
      ToolSpec.of(
          "read_file",
          "Read one of your text files.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "for example notes/today.md"},
             "skip": {"type": "integer", "description": "characters to skip at the start"}},
           "required": ["path"]}
          """);
  private static final ToolSpec WRITE =
      ToolSpec.of(
          "write_file",
          "Write one of your text files. Replaces a file with the same path.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "for example notes/today.md"},
             "text": {"type": "string"}},
           "required": ["path", "text"]}
          """);
  private static final ToolSpec LIST =
      ToolSpec.of(
          "list_files",
          "List your files.",
          """
          {"type": "object",
           "properties": {
             "path": {"type": "string", "description": "a directory; omit it for the top level"}}}
          """);

  private FileTools() {}

  public static List<Tool> of(FileSandbox files) {
    return List.of(
        Tool.of(READ, arguments -> read(files, arguments)),
        Tool.of(WRITE, arguments -> write(files, arguments)),
        Tool.of(LIST, arguments -> list(files, arguments)));
  }

  private static ToolResult read(FileSandbox files, RawJson arguments) throws IOException {
    Fields fields = arguments.fields();
    String text = files.read(fields.string("path"));
    int skip = (int) Math.clamp(fields.integer("skip", 0), 0L, text.length());
    return ToolResult.done(text.substring(skip));
  }

  private static ToolResult write(FileSandbox files, RawJson arguments) throws IOException {
    Fields fields = arguments.fields();
    String path = fields.string("path");
    files.write(path, fields.string("text"));
    return ToolResult.done("written: " + path);
  }

  private static ToolResult list(FileSandbox files, RawJson arguments) throws IOException {
    String path = arguments.fields().optionalString("path");
    List<String> names = files.list(path == null ? "" : path);
    return ToolResult.done(names.isEmpty() ? "there are no files" : String.join("\n", names));
  }
}
