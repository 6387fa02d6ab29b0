package bub.bench.server;

import bub.bench.wire.BenchFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** CPU time and memory of a process, from Linux. */
public final class ProcStat {
  /** Unit in which Linux reports CPU time to all programs, whatever the clock of the kernel. */
  private static final long MICROS_PER_TICK = 10_000;

  /** Part of their names that fits into 15 characters. */
  private static final String COMPILER = " CompilerThre";

  private static final int UTIME_AFTER_NAME = 11;
  private static final int STIME_AFTER_NAME = 12;

  private ProcStat() {}

  public static long cpuMicros(long pid) {
    return parseCpuMicros(read(Path.of("/proc/" + pid + "/stat")));
  }

  /** CPU of the compiler threads of a JVM; zero for other programs. */
  static long compilerMicros(long pid) {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return threads
          .map(thread -> read(thread.resolve("stat")))
          .filter(stat -> stat.contains(COMPILER))
          .mapToLong(ProcStat::parseCpuMicros)
          .sum();
    } catch (IOException e) {
      throw new BenchFailure("the server has ended, or this is not Linux", e);
    }
  }

  static long residentKib(long pid) {
    return parseResidentKib(read(Path.of("/proc/" + pid + "/status")));
  }

  /** Counts from the last parenthesis, because the name before it may contain spaces. */
  static long parseCpuMicros(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if (fields.length <= STIME_AFTER_NAME) {
      throw new BenchFailure("invalid content of /proc/PID/stat: " + stat);
    }
    long ticks =
        Long.parseLong(fields[UTIME_AFTER_NAME]) + Long.parseLong(fields[STIME_AFTER_NAME]);
    return ticks * MICROS_PER_TICK;
  }

  static long parseResidentKib(String status) {
    return status
        .lines()
        .filter(line -> line.startsWith("VmRSS:"))
        .map(line -> line.replaceAll("[^0-9]", ""))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElseThrow(() -> new BenchFailure("no VmRSS in /proc/PID/status"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new BenchFailure(
          file + " does not exist: the server has ended, or this is not Linux", e);
    }
  }
}
