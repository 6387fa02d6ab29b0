package bub.cli.doctor;

import bub.cli.machine.HumanUnits;
import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;

/**
 * Checks the maximum size of the Java heap.
 *
 * @param chosen true when it was set; otherwise Java takes a quarter of the memory
 * @param memory memory of the machine or the container
 */
record HeapCheck(long heap, boolean chosen, long memory) implements Check {
  private static final long LEAST = 128L << 20;

  /** Memory that Java needs outside the heap: code, threads, buffers. */
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
