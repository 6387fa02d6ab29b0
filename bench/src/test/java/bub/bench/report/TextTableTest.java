package bub.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsNamesLeftAndFiguresRight() {
    TextTable table = new TextTable("server", "us", "msg/s");
    table.row("relay", "5.61", "9");
    table.row("a longer name", "13.30", "71,000");
    assertThat(table.toString())
        .isEqualTo(
            """
            server            us   msg/s
            -------------  -----  ------
            relay           5.61       9
            a longer name  13.30  71,000\
            """);
  }

  @Test
  void letsARemarkRunOverTheColumns() {
    TextTable table = new TextTable("server", "us", "msg/s");
    table.remark("nats-server", "not installed, sorry");
    table.row("relay", "5.61", "9");
    assertThat(table.toString())
        .isEqualTo(
            """
            server         us  msg/s
            -----------  ----  -----
            nats-server  not installed, sorry
            relay        5.61      9\
            """);
  }

  @Test
  void refusesARowThatDoesNotFit() {
    assertThatThrownBy(() -> new TextTable("server", "us", "msg/s").row("relay", "1"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
