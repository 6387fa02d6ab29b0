package bub.cli.doctor;

import bub.cli.doctor.Finding.Severity;
import bub.console.RunningConsole;
import java.io.IOException;
import java.nio.file.Path;

/** Check that the console runs or that its port is free; it can also use another port. */
record ConsoleCheck(PortCheck port, Path stateDir) implements Check {

  @Override
  public String name() {
    return "console";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    RunningConsole console = RunningConsole.in(stateDir);
    if (console != null) {
      return Finding.fine("running at " + console.url());
    }
    Finding finding = port.look();
    String text = "port " + port.port() + ": " + finding.text();
    return finding.severity() == Severity.BROKEN
        ? new Finding(
            Severity.CAUTION,
            text + "; the console uses another port, unless --console-port is set",
            finding.remedies())
        : new Finding(finding.severity(), text, finding.remedies());
  }
}
