package bub.cli.doctor;

import bub.console.RunningConsole;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Whether the console runs, or its port is free for it. One that is taken is no obstacle: the
 * console then takes another, unless it was told not to.
 */
record ConsoleCheck(PortCheck port, Path stateDir) implements Check {

  @Override
  public String name() {
    return "console";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    RunningConsole console = RunningConsole.in(stateDir);
    if (console != null) {
      return Finding.fine("answers at " + console.url());
    }
    Finding finding = port.look();
    String text = "port " + port.port() + ": " + finding.text();
    return finding.severity() == Severity.BROKEN
        ? new Finding(
            Severity.CAUTION,
            text + "; the console takes another one, unless told otherwise",
            finding.remedies())
        : new Finding(finding.severity(), text, finding.remedies());
  }
}
