package bub.gateway.mcpclient.config;

import bub.gateway.mcpclient.config.McpServerEntry.OAuthClient;
import bub.gateway.mcpclient.config.McpServerEntry.Program;
import bub.gateway.mcpclient.config.McpServerEntry.Remote;
import bub.gateway.mcpclient.config.McpServerEntry.Target;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.RawJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reader of one server of {@code mcp.json}. Ignores members of other clients. */
final class McpServerReader {
  private static final int MAX_ITEMS = 256;
  private static final int MAX_TEXT = 32 * 1024;
  private static final int MAX_TIMEOUT_SECONDS = 3_600;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

  /** The transport sets them itself. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "mcp-protocol-version",
          "mcp-session-id",
          "upgrade");

  private final VariableExpansion variables;

  McpServerReader(Function<String, @Nullable String> environment) {
    this.variables = new VariableExpansion(environment);
  }

  /** Throws {@link InvalidField} that names the member. */
  McpServerEntry read(String name, RawJson server) {
    if (!McpServerEntry.isName(name)) {
      throw new InvalidField(
          "name",
          "use 1 to 48 letters, digits, '_', '-' and '.', and begin with a letter or digit");
    }
    if (!server.isObject()) {
      throw new InvalidField(name, "must be an object");
    }
    Fields fields = server.fields();
    boolean isDisabled = fields.bool("disabled", false);
    return new McpServerEntry(
        name, target(fields), isDisabled, timeout(fields), paths(fields), elicitation(fields));
  }

  private Target target(Fields fields) {
    boolean hasCommand = fields.has("command");
    boolean hasUrl = fields.has("url");
    if (hasCommand == hasUrl) {
      throw new InvalidField(
          hasUrl ? "url" : "command",
          hasUrl ? "name a command or a url, not both" : "is missing; name a command or a url");
    }
    checkType(fields, hasUrl);
    return hasCommand ? program(fields) : remote(fields);
  }

  private static void checkType(Fields fields, boolean hasUrl) {
    String type = fields.optionalString("type");
    if (type == null) {
      return;
    }
    Set<String> fitting =
        hasUrl ? Set.of("http", "streamable-http", "streamableHttp") : Set.of("stdio");
    if (type.equals("sse")) {
      throw new InvalidField(
          "type", "bub does not speak the old HTTP+SSE transport: use the server's http URL");
    }
    if (!fitting.contains(type)) {
      throw new InvalidField("type", "must be " + (hasUrl ? "http" : "stdio") + " here");
    }
  }

  private Program program(Fields fields) {
    var command = new ArrayList<String>();
    String program = expand("command", fields.string("command"));
    if (program.isBlank()) {
      throw new InvalidField("command", "is empty");
    }
    command.add(program);
    List<String> arguments = texts(fields, "args");
    command.addAll(arguments);
    Map<String, String> environment = map(fields, "env", VARIABLE, "the name of a variable");
    String directory = fields.optionalString("cwd");
    return new Program(
        command, environment, directory == null ? null : path("cwd", expand("cwd", directory)));
  }

  private Remote remote(Fields fields) {
    String text = expand("url", fields.string("url"));
    try {
      URI url = new URI(text);
      String scheme = String.valueOf(url.getScheme());
      if (!Set.of("http", "https").contains(scheme) || url.getHost() == null) {
        throw new InvalidField("url", "must begin with https:// or http:// and name a host");
      }
      if (url.getUserInfo() != null || url.getFragment() != null) {
        throw new InvalidField("url", "must have no user name and no #: use headers for secrets");
      }
      Map<String, String> headers = map(fields, "headers", HEADER, "the name of a header");
      headers.forEach(McpServerReader::checkHeader);
      return new Remote(url, headers, client(fields.optionalObject("oauth")));
    } catch (URISyntaxException odd) {
      throw new InvalidField("url", "is not a URL: " + odd.getReason());
    }
  }

  private OAuthClient client(@Nullable RawJson oauth) {
    if (oauth == null) {
      return OAuthClient.NONE;
    }
    String id = oauth.fields().optionalString("clientId");
    String secret = oauth.fields().optionalString("clientSecret");
    return new OAuthClient(
        id == null ? null : expand("oauth.clientId", id),
        secret == null ? null : expand("oauth.clientSecret", secret),
        oauth.fields().optionalString("clientMetadataUrl"));
  }

  private static void checkHeader(String name, String value) {
    if (OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT))) {
      throw new InvalidField("headers." + name, "bub sets this header itself");
    }
    if (value.chars().anyMatch(one -> one < ' ' || one == 0x7f)) {
      throw new InvalidField("headers." + name, "must have no control characters");
    }
  }

  private static Duration timeout(Fields fields) {
    long seconds = fields.integer("timeoutSeconds", McpServerEntry.STANDARD_TIMEOUT.toSeconds());
    if (seconds < 1 || seconds > MAX_TIMEOUT_SECONDS) {
      throw new InvalidField("timeoutSeconds", "must be 1 to " + MAX_TIMEOUT_SECONDS);
    }
    return Duration.ofSeconds(seconds);
  }

  private List<Path> paths(Fields fields) {
    var paths = new ArrayList<Path>();
    for (String text : texts(fields, "paths")) {
      Path path = path("paths", text);
      if (!path.isAbsolute()) {
        throw new InvalidField("paths", "must be absolute: " + text);
      }
      paths.add(path.normalize());
    }
    return paths;
  }

  private static ElicitationMode elicitation(Fields fields) {
    String word = fields.optionalString("elicitation");
    for (ElicitationMode mode : ElicitationMode.values()) {
      if (mode.word().equals(word == null ? ElicitationMode.REFUSE.word() : word)) {
        return mode;
      }
    }
    throw new InvalidField("elicitation", "must be \"ask\", \"defaults\" or \"refuse\"");
  }

  private List<String> texts(Fields fields, String name) {
    RawJson array = fields.find(name);
    if (array == null || array.isNull()) {
      return List.of();
    }
    if (!array.isArray()) {
      throw new InvalidField(name, "must be an array of strings");
    }
    var texts = new ArrayList<String>();
    for (RawJson one : array.elements(MAX_ITEMS + 1)) {
      if (!one.isString()) {
        throw new InvalidField(name, "must be an array of strings");
      }
      texts.add(expand(name, one.asString()));
    }
    if (texts.size() > MAX_ITEMS) {
      throw new InvalidField(name, "has more than " + MAX_ITEMS + " entries");
    }
    return texts;
  }

  private Map<String, String> map(Fields fields, String name, Pattern names, String kind) {
    RawJson object = fields.optionalObject(name);
    if (object == null) {
      return Map.of();
    }
    Fields members = object.fields();
    if (members.count() > MAX_ITEMS) {
      throw new InvalidField(name, "has more than " + MAX_ITEMS + " entries");
    }
    var map = new LinkedHashMap<String, String>();
    for (int i = 0; i < members.count(); i++) {
      String key = members.name(i);
      String field = name + "." + key;
      if (!names.matcher(key).matches()) {
        throw new InvalidField(name, "'" + key + "' is not " + kind);
      }
      RawJson value = members.value(i);
      if (value.isObject() || value.isArray() || value.isNull()) {
        throw new InvalidField(field, "must be a string");
      }
      // Other clients accept numbers and booleans here.
      map.put(key, expand(field, value.isString() ? value.asString() : value.toString()));
    }
    return map;
  }

  private String expand(String field, String text) {
    String expanded = variables.expand(field, text);
    if (expanded.length() > MAX_TEXT || expanded.indexOf('\0') >= 0) {
      throw new InvalidField(field, "is longer than " + MAX_TEXT + " characters, or has a NUL");
    }
    return expanded;
  }

  private static Path path(String field, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException odd) {
      throw new InvalidField(field, "is not a path: " + odd.getReason());
    }
  }
}
