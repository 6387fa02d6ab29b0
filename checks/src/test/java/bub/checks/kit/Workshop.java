package bub.checks.kit;

import bub.testkit.Workbench;
import java.io.IOException;

/** A workbench that can start buses. */
public final class Workshop extends Workbench {

  /** A bus on a free port, ready. */
  public ServedBus bus(String... options) throws IOException, InterruptedException {
    return busOn(0, options);
  }

  public ServedBus busOn(int port, String... options) throws IOException, InterruptedException {
    return ServedBus.start(this, directory().resolve("run"), port, options);
  }
}
