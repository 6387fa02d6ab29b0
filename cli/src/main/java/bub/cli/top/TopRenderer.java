package bub.cli.top;

import bub.cli.machine.HumanUnits;
import bub.cli.top.ViewMode.PeerOrder;
import bub.console.view.BusViews.NodeHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Lines of a bus snapshot that fit a terminal. */
final class TopRenderer {
  private static final int LEAST_TABLE = 4;
  private static final int PLAIN_COLUMNS = 120;

  private TopRenderer() {}

  /** Draws at most this many rows and columns, whatever the size. */
  static List<AttributedString> draw(BusSnapshot snapshot, ViewMode mode, int columns, int rows) {
    var lines = new ArrayList<AttributedString>();
    lines.add(title(snapshot));
    int room = rows - 2; // the title and the footer
    List<AttributedString> figures =
        MetricLines.draw(snapshot, columns, Math.max(room - LEAST_TABLE, Math.min(room, 1)));
    lines.addAll(figures);
    room -= figures.size();
    if (room > LEAST_TABLE) {
      lines.add(AttributedString.EMPTY);
      room--;
    }
    lines.addAll(table(snapshot, mode.order(), columns, room));
    while (lines.size() < rows - 1) {
      lines.add(AttributedString.EMPTY);
    }
    if (rows > 1) {
      lines.add(footer(mode));
    }
    return lines.stream()
        .map(line -> TerminalCells.cut(line, columns))
        .limit(Math.max(0, rows))
        .toList();
  }

  static List<String> plain(BusSnapshot snapshot) {
    var lines = new ArrayList<AttributedString>();
    lines.add(title(snapshot));
    lines.addAll(MetricLines.draw(snapshot, PLAIN_COLUMNS, Integer.MAX_VALUE));
    lines.add(AttributedString.EMPTY);
    lines.addAll(table(snapshot, PeerOrder.WORST_FIRST, PLAIN_COLUMNS, Integer.MAX_VALUE));
    return lines.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private static AttributedString title(BusSnapshot snapshot) {
    var line = new AttributedStringBuilder();
    String url = TerminalCells.fit(snapshot.url().toString(), Integer.MAX_VALUE);
    if (!snapshot.bus().connected()) {
      String since = PeerTable.age(snapshot.bus().since(), snapshot.now());
      String why = TerminalCells.fit(String.valueOf(snapshot.bus().reason()), Integer.MAX_VALUE);
      line.append("○ the bus is not connected, retrying", TerminalCells.BAD);
      line.append("  for " + since).append("  " + url + ": " + why, TerminalCells.FAINT);
    } else if (!snapshot.health().connected()) {
      line.append("○ the bus does not answer", TerminalCells.BAD)
          .append("  " + url, TerminalCells.FAINT);
    } else {
      String name = TerminalCells.fit(String.valueOf(snapshot.bus().serverId()), Integer.MAX_VALUE);
      line.append("● ", TerminalCells.GOOD).append(name, TerminalCells.BOLD);
      Duration uptime = Duration.ofSeconds(snapshot.health().uptimeSeconds());
      line.append("  up " + HumanUnits.time(uptime)).append(nodes(snapshot));
      line.append(silent(snapshot), TerminalCells.BAD).append("  " + url, TerminalCells.FAINT);
    }
    return line.toAttributedString();
  }

  private static String nodes(BusSnapshot snapshot) {
    List<NodeHealth> nodes = snapshot.health().nodes();
    return nodes == null ? "" : "  " + HumanUnits.count(nodes.size(), "node");
  }

  private static String silent(BusSnapshot snapshot) {
    List<NodeHealth> nodes = snapshot.health().nodes();
    String names =
        nodes == null
            ? ""
            : nodes.stream()
                .filter(node -> !node.answered())
                .map(NodeHealth::name)
                .collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "  not answering: " + TerminalCells.fit(names, Integer.MAX_VALUE);
  }

  private static List<AttributedString> table(
      BusSnapshot snapshot, PeerOrder order, int columns, int rows) {
    if (!snapshot.health().connected() || rows < 2) {
      return List.of();
    }
    var table = new PeerTable(columns, snapshot.health().nodes() != null);
    int listed = snapshot.total() < rows ? snapshot.peers().size() : rows - 2;
    var lines = new ArrayList<AttributedString>();
    lines.add(table.head());
    snapshot.peers().stream()
        .sorted(order.comparator())
        .limit(listed)
        .forEach(peer -> lines.add(table.row(peer, snapshot.now())));
    int more = snapshot.total() - Math.min(listed, snapshot.peers().size());
    if (more > 0) {
      String words = "and " + HumanUnits.number(more) + " more";
      lines.add(new AttributedString(words, TerminalCells.FAINT));
    }
    return lines;
  }

  private static AttributedString footer(ViewMode mode) {
    var line = new AttributedStringBuilder();
    key(line, "q", "quit");
    key(line, "p", mode.isPaused() ? "resume" : "pause");
    if (mode.isPaused()) {
      line.append("  paused", TerminalCells.BUSY);
    }
    key(line, "s", "sort: " + mode.order().words());
    return line.toAttributedString();
  }

  private static void key(AttributedStringBuilder line, String key, String words) {
    line.append(line.isEmpty() ? "" : "  ")
        .append(key, TerminalCells.BOLD)
        .append(" " + words, TerminalCells.FAINT);
  }
}
