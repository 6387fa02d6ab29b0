package bub.system.spawn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Processes of the operating system: complete on Linux, only start times elsewhere. */
final class ProcessTable {
  private static final Path PROC = Path.of("/proc");
  private static final Path BOOT_ID = PROC.resolve("sys/kernel/random/boot_id");
  private static final boolean IS_LINUX = Files.isReadable(PROC.resolve("self/stat"));
  private static final String BOOT = IS_LINUX ? readBootId() : "";

  // Fields of /proc/PID/stat, counted from the one after the name, which may contain anything.
  private static final int STATE = 0;
  private static final int SESSION = 3;
  private static final int START = 19;

  /** {@code session} is the pid of the session leader; -1 when unknown. */
  record Entry(ProcessMark mark, boolean isAlive, long session) {}

  private ProcessTable() {}

  /** Includes zombies; null when there is no such process. */
  static @Nullable Entry find(long pid) {
    return IS_LINUX ? readStat(pid) : ask(pid);
  }

  static boolean isAlive(ProcessMark mark) {
    Entry entry = find(mark.pid());
    return entry != null && entry.isAlive() && entry.mark().equals(mark);
  }

  /** Live processes, including a live leader. */
  static List<Entry> session(long leader) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.flatMap(process -> Stream.ofNullable(find(process.pid())))
          .filter(entry -> entry.isAlive() && entry.session() == leader)
          .toList();
    }
  }

  /** Includes the program; empty when it is not readable. */
  static List<String> arguments(ProcessHandle process) {
    if (!IS_LINUX) {
      return process.info().arguments().map(List::of).orElse(List.of());
    }
    try {
      // ProcessHandle.info would truncate it to one page.
      String line = new String(Files.readAllBytes(PROC.resolve(process.pid() + "/cmdline")), UTF_8);
      return List.of(line.split("\0", -1));
    } catch (IOException goneOrHidden) {
      return List.of();
    }
  }

  static long residentBytes(long pid) {
    try (Stream<String> lines = Files.lines(PROC.resolve(pid + "/status"), ISO_8859_1)) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .sum();
    } catch (IOException | RuntimeException gone) {
      return 0;
    }
  }

  private static @Nullable Entry readStat(long pid) {
    String stat;
    try {
      stat = Files.readString(PROC.resolve(pid + "/stat"), ISO_8859_1);
    } catch (IOException gone) {
      return null;
    }
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    boolean isAlive = !fields[STATE].equals("Z") && !fields[STATE].equals("X");
    // Ticks since boot: the time of day would change when the clock is set.
    var mark = new ProcessMark(pid, fields[START] + "@" + BOOT);
    return new Entry(mark, isAlive, Long.parseLong(fields[SESSION]));
  }

  private static @Nullable Entry ask(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(start -> new Entry(new ProcessMark(pid, start.toString()), true, -1))
        .orElse(null);
  }

  private static String readBootId() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException hidden) {
      return "";
    }
  }
}
