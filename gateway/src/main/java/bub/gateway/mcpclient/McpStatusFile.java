package bub.gateway.mcpclient;

import bub.client.files.PrivateText;
import bub.json.InvalidField;
import bub.json.InvalidJson;
import bub.json.JsonWriter;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File {@code mcp-status.json}: the state of each server of a running bub, for other programs of
 * this user. It also reminds the next bub of servers that were removed meanwhile.
 */
public record McpStatusFile(Path path) {
  private static final Logger LOG = LoggerFactory.getLogger(McpStatusFile.class);

  /** Content of the file; {@code problem} concerns the whole {@code mcp.json}. */
  public record Content(long pid, List<McpServerStatus> servers, @Nullable String problem) {
    public static final Content NONE = new Content(-1, List.of(), null);

    /** True while the process that wrote it lives. */
    public boolean isCurrent() {
      return pid > 0 && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
  }

  public static McpStatusFile in(Path stateDirectory) {
    return new McpStatusFile(stateDirectory.resolve("mcp-status.json"));
  }

  /** A file that is missing or damaged counts as empty. */
  public Content read() throws IOException {
    try {
      RawJson root = RawJson.parse(Files.readAllBytes(path), RawJson.DEFAULT_DEPTH);
      var servers = new ArrayList<McpServerStatus>();
      for (RawJson one : root.fields().require("servers").elements()) {
        servers.add(McpServerStatus.read(one));
      }
      return new Content(
          root.fields().integer("pid", -1),
          List.copyOf(servers),
          root.fields().optionalString("problem"));
    } catch (NoSuchFileException missing) {
      return Content.NONE;
    } catch (InvalidJson | InvalidField | IllegalStateException damaged) {
      LOG.debug("{} cannot be read: {}", path, damaged.getMessage());
      return Content.NONE;
    }
  }

  void write(long pid, Collection<McpServerStatus> servers, @Nullable String problem) {
    JsonWriter out = new JsonWriter().beginObject().field("pid", pid);
    out.name("servers").beginArray();
    servers.forEach(out::value);
    out.endArray().optional("problem", problem).endObject();
    try {
      PrivateText.write(path, out.toByteArray());
    } catch (IOException failed) {
      LOG.warn("Cannot write {}: {}", path, failed.getMessage());
    }
  }
}
