package bub.cli.doctor;

import bub.cli.machine.Amounts;
import bub.cli.machine.FileDescriptors;

/** Whether this process may have as many connections as the bus would accept. */
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
    long fit = limit * 5 / 8; // The bus takes no more of them.
    if (fit >= maxConnections) {
      return Finding.fine("enough for " + Amounts.number(maxConnections) + " connections");
    }
    return Finding.caution(
        "at most %s, so that about %s connections fit, not --max-connections %d"
            .formatted(Amounts.number(limit), Amounts.number(fit), maxConnections),
        "allow more:    ulimit -n "
            + (maxConnections * 8L / 5 + 1)
            + "   (in a unit: LimitNOFILE=)",
        "or want less:  bub up --max-connections " + Math.max(1, fit));
  }
}
