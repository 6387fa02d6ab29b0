package bub.console.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpExchange;
import bub.channel.http.HttpReply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The page and its libraries, from the class path. Safe for any thread. */
final class StaticFiles {
  private static final String PAGE = "/bub/console/page/";
  private static final String LIBRARIES = "/lib/";
  // Excludes paths that leave the directory, and hidden files. Possessive, because a group that may
  // go back takes a stack frame per path segment.
  private static final Pattern PLAIN =
      Pattern.compile("(?:[A-Za-z0-9_-][A-Za-z0-9._-]*+/)*+[A-Za-z0-9_-][A-Za-z0-9._-]*+");
  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"));

  // First path segments of the page's views.
  private static final Set<String> VIEWS =
      Set.of(
          "",
          "login",
          "authorize",
          "chat",
          "map",
          "messages",
          "turns",
          "costs",
          "lobby",
          "sessions",
          "health",
          "cluster");
  private static final Pattern GZIP =
      Pattern.compile("(^|,)\\s*gzip\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[0-9.]+\\s*)?(,|$)");

  private static final class File {
    private final byte[] bytes;
    private final byte[] packed;
    private final String hash;
    private final String type;

    File(byte[] bytes, String type) throws IOException {
      this.bytes = bytes;
      this.packed = packed(bytes);
      this.hash = hash(bytes);
      this.type = type;
    }

    private static byte[] packed(byte[] bytes) throws IOException {
      var packed = new ByteArrayOutputStream();
      try (var out = new GZIPOutputStream(packed)) {
        out.write(bytes);
      }
      return packed.toByteArray();
    }

    void send(HttpExchange request) {
      String understood = request.header("Accept-Encoding");
      boolean isPacked = understood != null && GZIP.matcher(understood).find();
      // Two representations need two tags, so that a cache does not confuse them.
      String etag = '"' + hash + (isPacked ? "-gzip\"" : "\"");
      request.with("ETag", etag).with("Vary", "Accept-Encoding").with("Cache-Control", "no-cache");
      if (isKnown(etag, request.header("If-None-Match"))) {
        request.answer(HttpReply.empty(304));
        return;
      }
      Map<String, String> encoding = isPacked ? Map.of("Content-Encoding", "gzip") : Map.of();
      request.answer(new HttpReply(200, encoding, type, isPacked ? packed : bytes));
    }

    private static boolean isKnown(String etag, @Nullable String known) {
      return known != null
          && Arrays.stream(known.split(","))
              .map(one -> one.strip().replaceFirst("^W/", ""))
              .anyMatch(one -> one.equals(etag) || one.equals("*"));
    }
  }

  private final Properties versions = new Properties();
  // Holds only existing files, which are few.
  private final Map<String, File> files = new ConcurrentHashMap<>();
  private final String importMapHash;

  StaticFiles() throws IOException {
    try (InputStream in = StaticFiles.class.getResourceAsStream("libraries.properties")) {
      versions.load(in);
    }
    importMapHash = hashOfImportMap();
  }

  private String hashOfImportMap() throws IOException {
    File index = find("/index.html");
    if (index == null) {
      throw new IOException("the page of the console is not on the class path");
    }
    Matcher map = IMPORT_MAP.matcher(new String(index.bytes, UTF_8));
    return map.find() ? "'sha256-" + hash(map.group(1).getBytes(UTF_8)) + "'" : "";
  }

  /** Returns the hash that the content security policy must allow: that of the import map only. */
  String importMapSource() {
    return importMapHash;
  }

  /** The URLs of views lead to the page itself. */
  void serve(HttpExchange request) throws ApiRefusal, IOException {
    String path = request.path();
    boolean isFile = TYPES.containsKey(path.substring(path.lastIndexOf('.') + 1));
    boolean isView = VIEWS.contains(path.split("/", -1)[1]);
    File file = isFile ? find(path) : isView ? find("/index.html") : null;
    if (file != null) {
      file.send(request);
    } else {
      refuse(request);
    }
  }

  /** A person gets the page, which says that the URL is unknown; a program gets JSON. */
  private void refuse(HttpExchange request) throws ApiRefusal, IOException {
    String path = request.path();
    String wanted = request.header("Accept");
    File page = find("/index.html");
    if (page == null
        || wanted == null
        || !wanted.contains("text/html")
        || path.startsWith("/api/")
        || path.startsWith(LIBRARIES)) {
      throw ApiRefusal.notFound("no page or file at " + path);
    }
    request.answer(new HttpReply(404, Map.of(), page.type, page.bytes));
  }

  private @Nullable File find(String path) throws IOException {
    File known = files.get(path);
    String resource = known == null ? resource(path) : null;
    String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    if (resource == null || type == null) {
      return known;
    }
    try (InputStream in = StaticFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        return null;
      }
      byte[] bytes = in.readAllBytes();
      var file = new File(bytes, type);
      files.put(path, file);
      return file;
    }
  }

  /** Returns the class path resource of a URL, or null when there is none. */
  private @Nullable String resource(String path) {
    String plain = path.substring(1);
    if (!PLAIN.matcher(plain).matches()) {
      return null;
    }
    if (!path.startsWith(LIBRARIES)) {
      return PAGE + plain;
    }
    int end = path.indexOf('/', LIBRARIES.length());
    String library = end < 0 ? "" : path.substring(LIBRARIES.length(), end);
    String version = versions.getProperty(library);
    return version == null
        ? null
        : "/META-INF/resources/_static/" + library + "/" + version + path.substring(end);
  }

  private static String hash(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
