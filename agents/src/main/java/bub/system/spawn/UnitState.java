package bub.system.spawn;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** State of a unit as {@code systemctl show} prints it. */
record UnitState(
    String unit,
    String load,
    String active,
    String sub,
    String result,
    int exitStatus,
    long mainPid,
    int restarts) {
  static final String SUFFIX = ".service";
  static final List<String> PROPERTIES =
      List.of(
          "Id",
          "LoadState",
          "ActiveState",
          "SubState",
          "Result",
          "ExecMainStatus",
          "MainPID",
          "NRestarts");

  static UnitState read(String lines) {
    Map<String, String> values = new HashMap<>();
    for (String line : lines.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1).strip());
      }
    }
    String id = text(values, "Id");
    return new UnitState(
        id.endsWith(SUFFIX) ? id.substring(0, id.length() - SUFFIX.length()) : id,
        text(values, "LoadState"),
        text(values, "ActiveState"),
        text(values, "SubState"),
        text(values, "Result"),
        (int) number(values.get("ExecMainStatus")),
        number(values.get("MainPID")),
        (int) number(values.get("NRestarts")));
  }

  private static String text(Map<String, String> values, String name) {
    return values.getOrDefault(name, "");
  }

  private static long number(@Nullable String text) {
    return text == null || !text.matches("[0-9]{1,18}") ? 0 : Long.parseLong(text);
  }

  boolean isLive() {
    return active.equals("active") || active.equals("activating") || active.equals("reloading");
  }

  boolean isOnItsWayDown() {
    return active.equals("deactivating");
  }

  boolean isFailed() {
    return active.equals("failed");
  }

  boolean isKnown() {
    return load.equals("loaded");
  }

  boolean isBetweenRuns() {
    return sub.startsWith("auto-restart");
  }

  String words() {
    return switch (result) {
      case "exit-code" -> "it ended with exit code " + exitStatus;
      case "signal", "core-dump" -> "it was killed by signal " + exitStatus;
      case "oom-kill" -> "it exceeded its memory limit";
      case "success" -> "it ended";
      default -> "systemd reports " + result + " (" + exitStatus + ")";
    };
  }
}
