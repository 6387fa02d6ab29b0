package bub.checks;

import bub.testkit.Workbench;
import java.io.IOException;

/** A workbench that can start buses. */
final class Workshop extends Workbench {

  /** A bus on a free port, ready. */
  ServedBus bus(String... options) throws IOException, InterruptedException {
    return busOn(0, options);
  }

  ServedBus busOn(int port, String... options) throws IOException, InterruptedException {
    return ServedBus.start(this, directory().resolve("run"), port, options);
  }
}
