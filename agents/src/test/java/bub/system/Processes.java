package bub.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Facts about processes that are not children of the test. */
public final class Processes {
  private Processes() {}

  /** Whether it lives; one that is dead and not yet buried does not. */
  public static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException gone) {
      return false;
    }
  }

  /** Kills a process, and returns when it has ended: a signal takes its time. */
  public static void kill(ProcessHandle process) {
    process.destroyForcibly();
    await().until(() -> !isAlive(process.pid()));
  }

  /** Its command line, however long. */
  public static List<String> commandLine(long pid) {
    try {
      byte[] line = Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline"));
      return List.of(new String(line, UTF_8).split("\0", -1));
    } catch (IOException gone) {
      return List.of();
    }
  }
}
