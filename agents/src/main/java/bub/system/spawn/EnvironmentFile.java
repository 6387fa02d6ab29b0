package bub.system.spawn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Environment file for systemd, readable by its owner only. */
record EnvironmentFile(Path path) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  void write(Map<String, String> environment) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    Path draft =
        Files.createTempFile(
            parent,
            ".environment",
            null,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      Files.writeString(draft, text(environment), UTF_8);
      Files.move(draft, path, ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  static String text(Map<String, String> environment) {
    var text = new StringBuilder();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (NAME.matcher(name).matches()) {
                text.append(name).append("=\"").append(escaped(value)).append("\"\n");
              }
            });
    return text.toString();
  }

  private static String escaped(String value) {
    return value.replaceAll("([\"\\\\$`])", "\\\\$1");
  }
}
