package bub.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Program file of a nats-server that is new enough for a cluster. */
final class NatsProgram {
  private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\.(\\d+)");
  private static final int[] OLDEST = {2, 10, 27};
  private static @Nullable Path found;

  private NatsProgram() {}

  static synchronized Path find() throws IOException, InterruptedException {
    if (found == null) {
      found = search();
    }
    return found;
  }

  private static Path search() throws IOException, InterruptedException {
    String chosen = System.getProperty("bub.nats", System.getenv("BUB_NATS_SERVER"));
    if (chosen != null) {
      Path file = Path.of(chosen);
      if (isNewEnough(file)) {
        return file;
      }
      throw missing(chosen + " is not a nats-server of that version.");
    }
    for (Path candidate : candidates()) {
      if (isNewEnough(candidate)) {
        return candidate;
      }
    }
    throw missing("There is none on the PATH or in the cache of bub.");
  }

  private static IllegalStateException missing(String problem) {
    return new IllegalStateException(
        "This test needs nats-server 2.10.27 or newer. "
            + problem
            + " ./dev test provides one. To use your own: BUB_NATS_SERVER=/path/to/nats-server");
  }

  private static List<Path> candidates() throws IOException {
    var all = new ArrayList<Path>();
    for (String directory : environment("PATH", "").split(File.pathSeparator, -1)) {
      all.add(Path.of(directory, "nats-server"));
    }
    String home = System.getProperty("user.home");
    for (Path cache :
        List.of(
            Path.of("/var/cache/bub"),
            Path.of(environment("XDG_CACHE_HOME", home + "/.cache"), "bub"))) {
      if (Files.isDirectory(cache)) {
        try (var entries = Files.newDirectoryStream(cache, "nats-server-*")) {
          entries.forEach(entry -> all.add(entry.resolve("usr/sbin/nats-server")));
        }
      }
    }
    return all;
  }

  private static String environment(String name, String otherwise) {
    String value = System.getenv(name);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  private static boolean isNewEnough(Path file) throws IOException, InterruptedException {
    if (!Files.isExecutable(file)) {
      return false;
    }
    Process process =
        new ProcessBuilder(file.toString(), "--version").redirectErrorStream(true).start();
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    Matcher version = VERSION.matcher(text);
    if (process.waitFor() != 0 || !version.find()) {
      return false;
    }
    for (int i = 0; i < OLDEST.length; i++) {
      int part = Integer.parseInt(version.group(i + 1));
      if (part != OLDEST[i]) {
        return part > OLDEST[i];
      }
    }
    return true;
  }
}
