package bub.cli.top;

import bub.cli.machine.HumanUnits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** A glance at a bus as lines of text that fit a terminal. */
final class TopRenderer {
  private static final int LEAST_TABLE = 4;
  private static final int PLAIN_COLUMNS = 120;

  private TopRenderer() {}

  /** Whatever the size, never a line or a column more. */
  static List<AttributedString> draw(BusSnapshot glance, ViewMode mode, int columns, int rows) {
    var lines = new ArrayList<AttributedString>();
    lines.add(title(glance));
    int room = rows - 2; // the title and the footer
    List<AttributedString> figures =
        MetricLines.draw(glance, columns, Math.max(room - LEAST_TABLE, Math.min(room, 1)));
    lines.addAll(figures);
    room -= figures.size();
    if (room > LEAST_TABLE) {
      lines.add(AttributedString.EMPTY);
      room--;
    }
    lines.addAll(table(glance, mode.order(), columns, room));
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

  /** All of it, for a pipe. */
  static List<String> plain(BusSnapshot glance) {
    var lines = new ArrayList<AttributedString>();
    lines.add(title(glance));
    lines.addAll(MetricLines.draw(glance, PLAIN_COLUMNS, Integer.MAX_VALUE));
    lines.add(AttributedString.EMPTY);
    lines.addAll(table(glance, PeerOrder.WORST_FIRST, PLAIN_COLUMNS, Integer.MAX_VALUE));
    return lines.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private static AttributedString title(BusSnapshot glance) {
    var line = new AttributedStringBuilder();
    String url = TerminalCells.fit(glance.url().toString(), Integer.MAX_VALUE);
    if (!glance.bus().connected()) {
      String since = PeerTable.age(glance.bus().since(), glance.now());
      String why = TerminalCells.fit(String.valueOf(glance.bus().reason()), Integer.MAX_VALUE);
      line.append("○ the bus is away, trying again", TerminalCells.BAD);
      line.append("  for " + since).append("  " + url + ": " + why, TerminalCells.FAINT);
    } else if (!glance.health().connected()) {
      line.append("○ the bus does not answer", TerminalCells.BAD)
          .append("  " + url, TerminalCells.FAINT);
    } else {
      String name = TerminalCells.fit(String.valueOf(glance.bus().serverId()), Integer.MAX_VALUE);
      line.append("● ", TerminalCells.GOOD).append(name, TerminalCells.BOLD);
      Duration uptime = Duration.ofSeconds(glance.health().uptimeSeconds());
      line.append("  up " + HumanUnits.time(uptime)).append("  " + url, TerminalCells.FAINT);
    }
    return line.toAttributedString();
  }

  private static List<AttributedString> table(
      BusSnapshot glance, PeerOrder order, int columns, int rows) {
    if (!glance.health().connected() || rows < 2) {
      return List.of();
    }
    var table = new PeerTable(columns);
    int listed = glance.total() < rows ? glance.peers().size() : rows - 2;
    var lines = new ArrayList<AttributedString>();
    lines.add(table.head());
    glance.peers().stream()
        .sorted(order.comparator())
        .limit(listed)
        .forEach(peer -> lines.add(table.row(peer, glance.now())));
    int more = glance.total() - Math.min(listed, glance.peers().size());
    if (more > 0) {
      String words = "and " + HumanUnits.number(more) + " more";
      lines.add(new AttributedString(words, TerminalCells.FAINT));
    }
    return lines;
  }

  private static AttributedString footer(ViewMode mode) {
    var line = new AttributedStringBuilder();
    key(line, "q", "quit");
    key(line, "p", mode.isPaused() ? "go on" : "pause");
    key(line, "s", "sort: " + mode.order().words());
    if (mode.isPaused()) {
      line.append("  paused", TerminalCells.BUSY);
    }
    return line.toAttributedString();
  }

  private static void key(AttributedStringBuilder line, String key, String words) {
    line.append(line.isEmpty() ? "" : "  ")
        .append(key, TerminalCells.BOLD)
        .append(" " + words, TerminalCells.FAINT);
  }
}
