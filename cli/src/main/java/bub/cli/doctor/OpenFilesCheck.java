package bub.cli.doctor;

import bub.cli.machine.FileDescriptors;
import bub.cli.machine.HumanUnits;

/** Checks that this process may open as many connections as the bus would accept. */
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
