package bub.cli.doctor;

import bub.bus.server.NativeSockets;
import bub.cli.machine.FileDescriptors;
import bub.cli.machine.HumanUnits;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/** Checks of the Java process that runs bub: its version, heap, open files and sockets. */
final class JavaChecks {
  private JavaChecks() {}

  static List<Check> ofThisProcess(int maxConnections) {
    return List.of(
        JavaCheck.ofThisProcess(),
        HeapCheck.ofThisProcess(),
        OpenFilesCheck.ofThisProcess(maxConnections),
        new SocketsCheck(NativeSockets.ofThisProcess()));
  }

  record JavaCheck(Runtime.Version version, Path home) implements Check {
    private static final int OLDEST = 25;

    static JavaCheck ofThisProcess() {
      return new JavaCheck(Runtime.version(), Path.of(System.getProperty("java.home")));
    }

    @Override
    public String name() {
      return "java";
    }

    @Override
    public Finding look() {
      String text = version + ", " + home;
      if (version.feature() < OLDEST) {
        return Finding.broken(
            text + ": bub needs " + OLDEST + " or newer",
            "Install it:     apt-get install openjdk-25-jdk-headless",
            "Or select one:  export JAVA_HOME=DIR");
      }
      return version.pre().isPresent()
          ? Finding.caution(
              text + ": this is a pre-release", "Use a released version of Java in production")
          : Finding.fine(text);
    }
  }

  /** Check of the maximum heap, which Java sets to a quarter of the memory if not chosen. */
  record HeapCheck(long heap, boolean chosen, long memory) implements Check {
    private static final long LEAST = 128L << 20;

    /** Java needs memory outside the heap: code, threads, buffers. */
    private static final long BESIDE = 128L << 20;

    private static final String REMEDY = "Set it:  export BUB_JAVA_OPTS=-Xmx256m";

    static HeapCheck ofThisProcess() {
      VMOption option =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption("MaxHeapSize");
      long memory =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
      return new HeapCheck(
          Long.parseLong(option.getValue()),
          option.getOrigin() == VMOption.Origin.VM_CREATION,
          memory);
    }

    @Override
    public String name() {
      return "heap";
    }

    @Override
    public Finding look() {
      String text = "at most " + HumanUnits.bytes(heap) + " of " + HumanUnits.bytes(memory);
      if (heap < LEAST) {
        return Finding.caution(text + ": too small for a bus under load", REMEDY);
      }
      if (heap + BESIDE > memory) {
        return Finding.caution(text + ": more than the available memory", REMEDY);
      }
      return chosen
          ? Finding.fine(text)
          : Finding.caution(text + ": not set, so Java uses a share of the memory", REMEDY);
    }
  }

  record OpenFilesCheck(long limit, int maxConnections) implements Check {
    static OpenFilesCheck ofThisProcess(int maxConnections) {
      return new OpenFilesCheck(FileDescriptors.limit(), maxConnections);
    }

    @Override
    public String name() {
      return "open files";
    }

    @Override
    public Finding look() {
      long fit = limit * 5 / 8; // same share as in LimitOptions
      if (fit >= maxConnections) {
        return Finding.fine("enough for " + HumanUnits.number(maxConnections) + " connections");
      }
      return Finding.caution(
          "the limit of %s allows about %s connections, not --max-connections %d"
              .formatted(HumanUnits.number(limit), HumanUnits.number(fit), maxConnections),
          "Raise the limit:       ulimit -n "
              + (maxConnections * 8L / 5 + 1)
              + "   (in a unit: LimitNOFILE=)",
          "Or lower the number:   bub up --max-connections " + Math.max(1, fit));
    }
  }

  /** Reports the socket transport: native, which costs less, or the portable one. */
  record SocketsCheck(NativeSockets sockets) implements Check {
    @Override
    public String name() {
      return "sockets";
    }

    @Override
    public Finding look() {
      return sockets.available()
          ? Finding.fine("native epoll")
          : Finding.caution(
              "no native epoll, so each message uses more CPU: " + sockets.problem(),
              "Mount java.io.tmpdir without noexec, so that bub can load its library");
    }
  }
}
