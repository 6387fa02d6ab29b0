package bub.cli.trace;

import bub.cli.screen.Screen;
import bub.cli.top.TerminalCells;
import bub.client.trace.TurnSummary;
import bub.client.trace.TurnTotals;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table of turns. A narrow terminal shows the id of each turn on a line of its own. */
final class TurnTable {
  private static final int START = 11;
  private static final int TOOK = 8;
  private static final int STEPS = 5;
  private static final int TOKENS = 8;
  private static final int COST = 8;
  private static final int AGENT = 16;
  private static final int ID = 32;
  private static final int LEAST_COLUMNS_FOR_ID = 130;
  private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm:ss");
  private static final DateTimeFormatter EARLIER = DateTimeFormatter.ofPattern("MM-dd HH:mm");

  private final Screen screen;
  private final int columns;
  private final ZoneId zone;
  private final LocalDate today;
  private final boolean isWide;

  TurnTable(Screen screen, int columns, ZoneId zone, Instant now) {
    this.screen = screen;
    this.columns = columns;
    this.zone = zone;
    this.today = LocalDate.ofInstant(now, zone);
    this.isWide = columns >= LEAST_COLUMNS_FOR_ID;
  }

  List<String> lines(List<TurnSummary> turns) {
    var lines = new ArrayList<String>();
    lines.add(head());
    for (TurnSummary turn : turns) {
      lines.add(row(turn));
      if (!isWide) {
        var line = new StyledLine(columns).add(" ".repeat(START + 2)).add(id(turn), screen::dim);
        lines.add(line.toString());
      }
    }
    return lines;
  }

  private String head() {
    var line = new StyledLine(columns);
    line.add(TerminalCells.left("START", START), screen::dim);
    cell(line, TerminalCells.right("TOOK", TOOK));
    cell(line, TerminalCells.right("STEPS", STEPS));
    cell(line, TerminalCells.right("TOKENS", TOKENS));
    cell(line, TerminalCells.right("COST", COST));
    if (isWide) {
      cell(line, TerminalCells.left("TURN", ID));
    }
    cell(line, TerminalCells.left("AGENT", AGENT));
    cell(line, "QUESTION");
    return line.toString();
  }

  private void cell(StyledLine line, String text) {
    line.add("  ").add(text, screen::dim);
  }

  private String row(TurnSummary turn) {
    TurnTotals totals = turn.totals();
    long tokens = totals.tokensIn() + totals.tokensOut();
    var line = new StyledLine(columns);
    line.add(TerminalCells.left(time(turn.start()), START), screen::dim);
    String took = turn.duration() == null ? "running" : TurnFigures.time(turn.duration());
    line.add("  ").add(TerminalCells.right(took, TOOK));
    line.add("  ").add(TerminalCells.right(String.valueOf(totals.steps()), STEPS));
    line.add("  ").add(TerminalCells.right(tokens == 0 ? "-" : TurnFigures.tokens(tokens), TOKENS));
    String cost = TurnFigures.money(totals.costUsd());
    line.add("  ").add(TerminalCells.right(cost.isEmpty() ? "-" : cost, COST));
    if (isWide) {
      // A shortened id would be useless.
      String id = id(turn);
      line.add("  ").add(id.length() > ID ? id : TerminalCells.left(id, ID), screen::dim);
    }
    line.add("  ").add(TerminalCells.left(orDash(turn.agent()), AGENT));
    line.part(turn.text().isEmpty() ? "-" : turn.text());
    line.part(turn.stopped() ? "stopped" : "", screen::dim);
    line.part(turn.error() == null ? "" : turn.error(), screen::red);
    return line.toString();
  }

  private String time(Instant start) {
    ZonedDateTime at = start.atZone(zone);
    return (at.toLocalDate().equals(today) ? TODAY : EARLIER).format(at);
  }

  /** The log finds a single message only by its own id. */
  private static String id(TurnSummary turn) {
    boolean isSingle = turn.totals().messages() == 1 && turn.totals().steps() == 0;
    return isSingle && turn.messageId() != null || turn.trace() == null
        ? orDash(turn.messageId())
        : turn.trace().value();
  }

  private static String orDash(@Nullable String text) {
    return text == null ? "-" : text;
  }
}
