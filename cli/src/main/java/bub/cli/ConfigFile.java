package bub.cli;

import bub.cli.connect.BubDirectories;
import bub.cli.option.InputFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Config file with lines of {@code name = value}, which flags and variables override. */
final class ConfigFile {
  private final Map<String, String> values;

  private ConfigFile(Map<String, String> values) {
    this.values = values;
  }

  static ConfigFile empty() {
    return new ConfigFile(Map.of());
  }

  @Nullable String get(String name) {
    return values.get(name);
  }

  /** {@code --config} and {@code BUB_CONFIG} win over the user's own file. */
  static ConfigFile load(List<String> args, Function<String, @Nullable String> environment)
      throws IOException {
    String named = flag(args);
    if (named == null) {
      named = environment.apply("BUB_CONFIG");
    }
    if (named != null) {
      return read(new InputFile().convert(named));
    }
    Path base = base(environment.apply("XDG_CONFIG_HOME"));
    Path own = base == null ? null : base.resolve("bub").resolve("config");
    return own != null && Files.isReadable(own) ? read(own) : empty();
  }

  private static @Nullable Path base(@Nullable String named) {
    if (named != null && !named.isEmpty()) {
      return Path.of(named);
    }
    Path home = BubDirectories.home();
    return home == null ? null : home.resolve(".config");
  }

  private static @Nullable String flag(List<String> args) {
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).equals("--config") && i + 1 < args.size()) {
        return args.get(i + 1);
      }
      if (args.get(i).startsWith("--config=")) {
        return args.get(i).substring("--config=".length());
      }
    }
    return null;
  }

  static ConfigFile read(Path file) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (CharacterCodingException binary) {
      throw new IOException("The config file " + file + " is not a text file.", binary);
    } catch (IOException unreadable) {
      throw new IOException("Cannot read the config file " + file, unreadable);
    }
    var values = new LinkedHashMap<String, String>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      String name = equals < 0 ? "" : line.substring(0, equals).strip();
      if (!OptionDefaults.isOption(name)) {
        throw new IOException(
            file + ", line " + (i + 1) + ": expected \"option = value\", found \"" + line + "\"");
      }
      values.put(name, line.substring(equals + 1).strip());
    }
    return new ConfigFile(values);
  }
}
