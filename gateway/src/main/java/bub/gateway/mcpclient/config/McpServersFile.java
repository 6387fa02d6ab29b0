package bub.gateway.mcpclient.config;

import bub.client.files.InvalidSettings;
import bub.client.files.SettingsFile;
import bub.client.files.WatchedFile;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.PositionedJson;
import bub.json.PositionedJson.Misplaced;
import bub.json.RawJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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

  public static McpServersFile in(Path stateDirectory) {
    return new McpServersFile(stateDirectory.resolve(NAME));
  }

  /** Follows a link, because people keep the file elsewhere. */
  private SettingsFile<RawJson> settings() throws IOException {
    return new SettingsFile<>(
        Files.exists(path) ? path.toRealPath() : path,
        McpServersFile::parse,
        RawJson.EMPTY_OBJECT,
        IndentedJson::text);
  }

  /** The whole file, as it changes. */
  public WatchedFile<RawJson> watch() {
    return new WatchedFile<>(path, McpServersFile::parse, RawJson.EMPTY_OBJECT);
  }

  public Reading read(Function<String, @Nullable String> environment)
      throws IOException, InvalidSettings {
    return read(settings().read(), environment);
  }

  /** Reads the servers of the whole file. */
  public Reading read(RawJson root, Function<String, @Nullable String> environment)
      throws IOException {
    RawJson all = root.fields().optionalObject(member(root));
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

  private static RawJson parse(byte[] file) throws Misplaced {
    PositionedJson json = PositionedJson.parse(file);
    RawJson root = json.root();
    if (!root.isObject()) {
      throw json.misplaced(root, "must be an object with a member " + SERVERS);
    }
    return json.in(root, () -> checked(root));
  }

  private static RawJson checked(RawJson root) {
    RawJson servers = root.fields().optionalObject(member(root));
    Fields named = (servers == null ? RawJson.EMPTY_OBJECT : servers).fields();
    if (named.count() > MAX_SERVERS) {
      throw new InvalidField(member(root), "must not have more than " + MAX_SERVERS + " servers");
    }
    for (int i = 0; i < named.count(); i++) {
      named.find(named.name(i)); // refuses a name that appears twice
    }
    return root;
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
  public Set<String> names() throws IOException, InvalidSettings {
    Reading reading = read(_ -> "");
    var names = new TreeSet<>(reading.problems().keySet());
    reading.servers().forEach(server -> names.add(server.name()));
    return names;
  }

  /** Adds a server or replaces the one of this name; refuses one that could not be read again. */
  public void put(String name, JsonValue server) throws IOException, InvalidSettings {
    RawJson entry = server.toRaw();
    new McpServerReader(_ -> "set").read(name, entry);
    change(
        servers ->
            servers.fields().has(name)
                ? servers.fields().with(name, entry)
                : extended(servers, name, entry));
  }

  /** Returns false when the file does not name the server. */
  public boolean remove(String name) throws IOException, InvalidSettings {
    return change(servers -> servers.fields().without(name));
  }

  /** Returns false when nothing changed. */
  private boolean change(UnaryOperator<RawJson> change) throws IOException, InvalidSettings {
    return settings()
        .update(
            root -> {
              String member = member(root);
              RawJson named = root.fields().optionalObject(member);
              RawJson servers = named == null ? RawJson.EMPTY_OBJECT : named;
              RawJson changed = change.apply(servers);
              if (changed.equals(servers)) {
                return root;
              }
              return root.fields().has(member)
                  ? root.fields().with(member, changed)
                  : extended(root, member, changed);
            });
  }

  private static RawJson extended(RawJson object, String name, RawJson value) {
    return RawJson.trusted(
        new JsonWriter().extended(object, more -> more.field(name, value)).toByteArray());
  }
}
