package bub.cli.top;

import bub.cli.machine.HumanUnits;
import bub.console.view.BusViews.PeerView;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Table of the connected peers, with fewer columns on a narrow terminal. */
final class PeerTable {
  private static final int GAP = 2;
  private static final int IN_FLIGHT = 9;
  private static final int LEAST_NAME = 20;
  private static final int MOST_NAME = 40;

  /** Optional columns, less important than the name and the messages in flight. */
  private enum More {
    NODE("NODE", 8),
    SINCE("SINCE", 10),
    ROLE("ROLE", 12),
    LISTENS_TO("LISTENS TO", 12);

    private final String title;
    private final int columns;

    More(String title, int columns) {
      this.title = title;
      this.columns = columns;
    }

    String text(PeerView peer, Instant now) {
      return switch (this) {
        case NODE -> peer.node() == null ? "" : peer.node();
        case SINCE -> age(peer.connectedAt(), now);
        case ROLE -> peer.role();
        case LISTENS_TO -> String.join(" ", peer.subscriptions());
      };
    }
  }

  private final int nameColumns;
  private final int lastColumns;
  private final List<More> shown = new ArrayList<>();

  PeerTable(int columns, boolean isClustered) {
    int left = columns - IN_FLIGHT - GAP - LEAST_NAME;
    for (More more : More.values()) {
      if ((more != More.NODE || isClustered) && left >= GAP + more.columns) {
        shown.add(more);
        left -= GAP + more.columns;
      }
    }
    boolean isWide = shown.contains(More.LISTENS_TO);
    int extra = Math.max(0, isWide ? Math.min(left / 2, MOST_NAME - LEAST_NAME) : left);
    nameColumns = Math.max(1, Math.min(LEAST_NAME, columns - IN_FLIGHT - GAP)) + extra;
    lastColumns = isWide ? More.LISTENS_TO.columns + left - extra : 0;
  }

  AttributedString head() {
    return row(TerminalCells.FAINT, "IN FLIGHT", "PEER", TerminalCells.FAINT, more -> more.title);
  }

  AttributedString row(PeerView peer, Instant now) {
    return row(
        peer.inFlight() > 0 ? TerminalCells.BUSY : TerminalCells.PLAIN,
        HumanUnits.number(peer.inFlight()),
        peer.clientId(),
        TerminalCells.FAINT,
        more -> more.text(peer, now));
  }

  private AttributedString row(
      AttributedStyle style,
      String inFlight,
      String name,
      AttributedStyle moreStyle,
      Function<More, String> texts) {
    var line = new AttributedStringBuilder();
    line.append(TerminalCells.right(inFlight, IN_FLIGHT), style).append(" ".repeat(GAP));
    line.append(TerminalCells.left(name, nameColumns), style);
    for (More more : shown) {
      int columns = more == More.LISTENS_TO ? lastColumns : more.columns;
      line.append(" ".repeat(GAP))
          .append(TerminalCells.left(texts.apply(more), columns), moreStyle);
    }
    return line.toAttributedString();
  }

  /** The start may lie in the future when two clocks differ. */
  static String age(String since, Instant now) {
    try {
      return HumanUnits.time(Duration.between(Instant.parse(since), now));
    } catch (DateTimeException | ArithmeticException odd) {
      return "?";
    }
  }
}
