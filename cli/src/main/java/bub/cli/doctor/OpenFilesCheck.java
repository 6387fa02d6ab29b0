package bub.cli.doctor;

import bub.cli.machine.Amounts;
import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Whether this process may have as many connections as the bus would accept. */
record OpenFilesCheck(long limit, int maxConnections) implements Check {
  /** What else is open: stores, jars, the connections of bub's own parts. */
  private static final int BESIDE = 200;

  static OpenFilesCheck ofThisProcess(int maxConnections) {
    long limit =
        ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Long.MAX_VALUE;
    return new OpenFilesCheck(limit, maxConnections);
  }

  @Override
  public String name() {
    return "open files";
  }

  @Override
  public Finding look() {
    if (limit >= (long) maxConnections + BESIDE) {
      return Finding.fine("enough for " + Amounts.number(maxConnections) + " connections");
    }
    return Finding.caution(
        "at most %s, so that about %s connections fit, not --max-connections %d"
            .formatted(
                Amounts.number(limit), Amounts.number(Math.max(0, limit - BESIDE)), maxConnections),
        "allow more:    ulimit -n " + (maxConnections + BESIDE) + "   (in a unit: LimitNOFILE=)",
        "or want less:  --max-connections " + Math.max(1, limit - BESIDE));
  }
}
