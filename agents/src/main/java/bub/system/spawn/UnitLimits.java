package bub.system.spawn;

import java.util.List;

/** Resource limits of a unit, in systemd's notation. */
public record UnitLimits(String memoryMax, String cpuQuota, int tasksMax) {
  public UnitLimits {
    if (!memoryMax.matches("[1-9][0-9]*[KMGT]?|infinity")) {
      throw new IllegalArgumentException(memoryMax + " is not a size such as 512M");
    }
    if (!cpuQuota.matches("[1-9][0-9]*%")) {
      throw new IllegalArgumentException(cpuQuota + " is not a CPU quota such as 200%");
    }
    if (tasksMax < 1) {
      throw new IllegalArgumentException("a unit needs at least one task, not " + tasksMax);
    }
  }

  public static UnitLimits standard() {
    return new UnitLimits("512M", "200%", 256);
  }

  List<String> properties() {
    return List.of("MemoryMax=" + memoryMax, "CPUQuota=" + cpuQuota, "TasksMax=" + tasksMax);
  }
}
