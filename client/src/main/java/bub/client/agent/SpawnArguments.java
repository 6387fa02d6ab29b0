package bub.client.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.protocol.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Arguments that {@code bub up --agent-command} passes to an agent. */
record SpawnArguments(
    Address clientId,
    String busUrl,
    Path workspace,
    @Nullable Address talkto,
    @Nullable Path tokenFile,
    @Nullable Path ca,
    @Nullable Path certificate,
    @Nullable Path key) {

  /** Returns null when bub did not start this program. */
  static @Nullable SpawnArguments find(List<String> words) {
    String clientId = value(words, "--client-id");
    String busUrl = value(words, "--bus-url");
    String workspace = value(words, "--workspace");
    if (clientId == null || busUrl == null || workspace == null) {
      return null;
    }
    String talkto = value(words, "--talkto");
    return new SpawnArguments(
        new Address(clientId),
        busUrl,
        Path.of(workspace),
        talkto == null ? null : new Address(talkto),
        file(words, "--token-file"),
        file(words, "--ca"),
        file(words, "--client-cert"),
        file(words, "--client-key"));
  }

  private static @Nullable Path file(List<String> words, String name) {
    String value = value(words, name);
    return value == null ? null : Path.of(value);
  }

  private static @Nullable String value(List<String> words, String name) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      String value = null;
      if (word.equals(name) && i + 1 < words.size()) {
        value = words.get(i + 1);
      } else if (word.startsWith(name + "=")) {
        value = word.substring(name.length() + 1);
      }
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return null;
  }

  /** Words of this process's command line. A Java program cannot ask for them in another way. */
  static List<String> ofThisProcess() {
    try {
      return List.of(Files.readString(Path.of("/proc/self/cmdline"), UTF_8).split("\0", -1));
    } catch (IOException notLinux) {
      return List.of(ProcessHandle.current().info().arguments().orElse(new String[0]));
    }
  }
}
