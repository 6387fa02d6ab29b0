package bub.cli.machine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Process that listens on a TCP port, as far as Linux shows it to this user. */
public record PortOwner(long pid, String name) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTENING = "0A";

  /** Returns null when no process listens there, or when it cannot be identified. */
  public static @Nullable PortOwner of(int port) {
    return of(PROC, port);
  }

  static @Nullable PortOwner of(Path proc, int port) {
    Set<String> sockets = listening(proc, address -> address.endsWith(":%04X".formatted(port)));
    if (sockets.isEmpty()) {
      return null;
    }
    try (Stream<Path> processes = Files.list(proc)) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> hasOpen(process, sockets))
          .findFirst()
          .map(PortOwner::read)
          .orElse(null);
    } catch (IOException untold) {
      return null;
    }
  }

  public static boolean isListening(long pid) {
    return hasOpen(PROC.resolve(String.valueOf(pid)), listening(PROC, _ -> true));
  }

  /** Names the sockets like the links in /proc. */
  private static Set<String> listening(Path proc, Predicate<String> address) {
    var sockets = new HashSet<String>();
    for (String table : List.of("net/tcp", "net/tcp6")) {
      try (Stream<String> lines = Files.lines(proc.resolve(table))) {
        lines
            .map(line -> line.strip().split("\\s+", -1))
            .filter(columns -> columns.length > 9 && columns[3].equals(LISTENING))
            .filter(columns -> address.test(columns[1]))
            .forEach(columns -> sockets.add("socket:[" + columns[9] + "]"));
      } catch (IOException noSuchTable) {
        // This machine has no such protocol, or is not Linux.
      }
    }
    return sockets;
  }

  private static boolean hasOpen(Path process, Set<String> sockets) {
    try (Stream<Path> open = Files.list(process.resolve("fd"))) {
      return open.anyMatch(one -> sockets.contains(target(one)));
    } catch (IOException otherUsers) {
      return false;
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  private static PortOwner read(Path process) {
    String name;
    try {
      name = Files.readString(process.resolve("comm"), ISO_8859_1).strip();
    } catch (IOException ended) {
      name = "?";
    }
    return new PortOwner(Long.parseLong(process.getFileName().toString()), name);
  }
}
