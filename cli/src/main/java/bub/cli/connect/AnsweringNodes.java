package bub.cli.connect;

import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;

/** Queries of the activity logs of a cluster that remember which nodes did not answer. */
public final class AnsweringNodes {
  private final BusClient client;
  private final SortedSet<String> missing = new TreeSet<>();

  public AnsweringNodes(BusClient client) {
    this.client = client;
  }

  public ActivityRows activity(ActivityFilter filter)
      throws RpcException, NoAnswer, InterruptedException {
    ActivityRows rows = client.activity(filter);
    missing.addAll(rows.missingNodes());
    return rows;
  }

  public void report(Screen screen) {
    report(missing, screen);
  }

  /** Prints one line if a node did not answer, because the output is then incomplete. */
  public static void report(Collection<String> nodes, Screen screen) {
    if (!nodes.isEmpty()) {
      screen.remark(
          "%s did not answer, so %s missing here: %s"
              .formatted(
                  nodes.size() == 1 ? "1 node" : nodes.size() + " nodes",
                  nodes.size() == 1 ? "its part is" : "their parts are",
                  Screen.oneLine(String.join(", ", nodes))));
    }
  }
}
