package bub.cli.machine;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** Open files and sockets that this process may have. */
public final class FileDescriptors {
  private static final long UNLIMITED = 1L << 20;

  private FileDescriptors() {}

  public static long limit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Math.min(UNLIMITED, unix.getMaxFileDescriptorCount())
        : UNLIMITED;
  }

  /** The part {@code eighths}/8 of the limit, but no more than {@code most}. */
  public static int share(int eighths, int most) {
    return (int) Math.min(most, Math.max(1, limit() * eighths / 8));
  }
}
