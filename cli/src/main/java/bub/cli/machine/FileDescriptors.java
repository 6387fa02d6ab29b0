package bub.cli.machine;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Limit on the open files and sockets of this process. */
public final class FileDescriptors {
  private static final long UNLIMITED = 1L << 20;

  private FileDescriptors() {}

  public static long limit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Math.min(UNLIMITED, unix.getMaxFileDescriptorCount())
        : UNLIMITED;
  }

  /** Returns {@code eighths}/8 of the limit, but at most {@code most}. */
  public static int share(int eighths, int most) {
    return (int) Math.min(most, Math.max(1, limit() * eighths / 8));
  }
}
