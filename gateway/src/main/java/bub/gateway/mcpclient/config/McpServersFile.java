package bub.gateway.mcpclient.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * File {@code mcp.json}. Reads {@code mcpServers}, or {@code servers} as VS Code writes it; changes
 * keep every other member.
 */
public record McpServersFile(Path path) {
  public static final String NAME = "mcp.json";
  public static final int MAX_SERVERS = 64;

  private static final String SERVERS = "mcpServers";
  private static final String VS_CODE_SERVERS = "servers";
  private static final long MAX_BYTES = 1 << 20;

  /**
   * Content of the file.
   *
   * @param problems servers that cannot run, with the reason
   * @param warning about the whole file; null for none
   */
  public record Reading(
      List<McpServerEntry> servers, Map<String, String> problems, @Nullable String warning) {
    public static final Reading NONE = new Reading(List.of(), Map.of(), null);

    public Reading {
      servers = List.copyOf(servers);
      problems = Map.copyOf(problems);
    }

    /** Null when the file does not name it, or names it wrongly. */
    public @Nullable McpServerEntry find(String name) {
      return servers.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
    }
  }

  /** Thrown when the whole file is unusable; the message names the file and the place. */
  public static final class InvalidServersFile extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidServersFile(String problem) {
      super(problem);
    }
  }

  public static McpServersFile in(Path stateDirectory) {
    return new McpServersFile(stateDirectory.resolve(NAME));
  }

  public Reading read(Function<String, @Nullable String> environment)
      throws IOException, InvalidServersFile {
    RawJson root = root();
    if (root == null) {
      return Reading.NONE;
    }
    RawJson all = servers(root);
    if (all == null) {
      return Reading.NONE;
    }
    var reader = new McpServerReader(environment);
    var servers = new ArrayList<McpServerEntry>();
    var problems = new LinkedHashMap<String, String>();
    Fields named = all.fields();
    for (int i = 0; i < named.count(); i++) {
      String name = named.name(i);
      try {
        servers.add(reader.read(name, named.value(i)));
      } catch (InvalidField wrong) {
        problems.put(name, String.valueOf(wrong.getMessage()));
      }
    }
    return new Reading(servers, problems, warning());
  }

  /** Null when there is no file. */
  private @Nullable RawJson root() throws IOException, InvalidServersFile {
    try {
      if (Files.size(path) > MAX_BYTES) {
        throw new InvalidServersFile(path + " is larger than " + MAX_BYTES + " bytes");
      }
      PositionedJson json = PositionedJson.parse(Files.readAllBytes(path));
      if (!json.root().isObject()) {
        throw json.misplaced(json.root(), "must be an object with a member " + SERVERS);
      }
      return json.root();
    } catch (NoSuchFileException missing) {
      return null;
    } catch (Misplaced wrong) {
      throw new InvalidServersFile(path + ", " + wrong.getMessage());
    }
  }

  private @Nullable RawJson servers(RawJson root) throws InvalidServersFile {
    try {
      RawJson servers = root.fields().optionalObject(member(root));
      if (servers == null) {
        return null;
      }
      Fields named = servers.fields();
      if (named.count() > MAX_SERVERS) {
        throw new InvalidServersFile(path + " names more than " + MAX_SERVERS + " servers");
      }
      for (int i = 0; i < named.count(); i++) {
        named.find(named.name(i)); // refuses a name that appears twice
      }
      return servers;
    } catch (InvalidField wrong) {
      throw new InvalidServersFile(path + ": " + wrong.getMessage());
    }
  }

  private static String member(RawJson root) {
    Fields fields = root.fields();
    return fields.has(SERVERS) || !fields.has(VS_CODE_SERVERS) ? SERVERS : VS_CODE_SERVERS;
  }

  private @Nullable String warning() throws IOException {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return null;
    }
    Set<PosixFilePermission> mode = Files.getPosixFilePermissions(path);
    boolean isOpen =
        mode.contains(PosixFilePermission.GROUP_READ)
            || mode.contains(PosixFilePermission.OTHERS_READ)
            || mode.contains(PosixFilePermission.GROUP_WRITE)
            || mode.contains(PosixFilePermission.OTHERS_WRITE);
    return isOpen
        ? path + " may hold secrets, and other users can open it. Run: chmod 600 " + path
        : null;
  }

  /** Names of all servers, also of those that cannot run. */
  public Set<String> names() throws IOException, InvalidServersFile {
    Reading reading = read(_ -> "");
    var names = new TreeSet<>(reading.problems().keySet());
    reading.servers().forEach(server -> names.add(server.name()));
    return names;
  }

  /** Adds a server or replaces the one of this name; refuses one that could not be read again. */
  public void put(String name, JsonValue server) throws IOException, InvalidServersFile {
    RawJson entry = server.toRaw();
    new McpServerReader(_ -> "set").read(name, entry);
    change(
        servers ->
            servers.fields().has(name)
                ? servers.fields().with(name, entry)
                : extended(servers, name, entry));
  }

  /** Returns false when the file does not name the server. */
  public boolean remove(String name) throws IOException, InvalidServersFile {
    return change(servers -> servers.fields().without(name));
  }

  /** Returns false when nothing changed. */
  private boolean change(Function<RawJson, RawJson> change) throws IOException, InvalidServersFile {
    Path guard = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel = FileChannel.open(guard, CREATE, WRITE, NOFOLLOW_LINKS);
        FileLock _ = channel.lock()) {
      RawJson root = root();
      RawJson before = root == null ? RawJson.EMPTY_OBJECT : root;
      RawJson named = servers(before);
      RawJson servers = named == null ? RawJson.EMPTY_OBJECT : named;
      RawJson changed = change.apply(servers);
      if (changed.equals(servers)) {
        return false;
      }
      if (changed.fields().count() > MAX_SERVERS) {
        throw new InvalidServersFile(path + " already names " + MAX_SERVERS + " servers");
      }
      String member = member(before);
      RawJson after =
          before.fields().has(member)
              ? before.fields().with(member, changed)
              : extended(before, member, changed);
      PrivateText.write(
          Files.exists(path) ? path.toRealPath() : path, IndentedJson.text(after).getBytes(UTF_8));
      return true;
    }
  }

  private static RawJson extended(RawJson object, String name, RawJson value) {
    return RawJson.trusted(
        new JsonWriter().extended(object, more -> more.field(name, value)).toByteArray());
  }
}
