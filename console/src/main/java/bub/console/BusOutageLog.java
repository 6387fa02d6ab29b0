package bub.console;

import bub.console.view.BusViews.BusView;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Log lines for the loss and the return of the bus. */
final class BusOutageLog implements Consumer<BusView> {
  private static final Logger LOG = LoggerFactory.getLogger(BusOutageLog.class);

  private boolean wasAway;

  @Override
  public synchronized void accept(BusView bus) {
    if (!bus.connected()) {
      wasAway = true;
      LOG.warn("Lost the connection to the bus: {}", bus.reason());
    } else if (wasAway) {
      LOG.info("Reconnected to the bus: {}", bus.serverId());
    }
  }
}
