package bub.system.spawn;

/** What a unit may use, in systemd's words. */
public record UnitLimits(String memoryMax, String cpuQuota, int tasksMax) {

  public static UnitLimits standard() {
    return new UnitLimits("512M", "200%", 256);
  }
}
