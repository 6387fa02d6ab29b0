package bub.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import bub.console.view.BusViews.BusView;
import bub.console.view.BusViews.PeerView;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drawing of {@code bub top}. */
class TopRendererTest {
  private static final BusSnapshot BUSY =
      Glances.of(
          Glances.health(1_204, Map.of("timeout", 2.5, "busy", 0.0), 3.14),
          Glances.peer("agent:idle", 0),
          Glances.peer("agent:worker", 12),
          Glances.peer("agent:another", 12));

  private static List<String> draw(BusSnapshot snapshot, int columns, int rows) {
    return draw(snapshot, ViewMode.FIRST, columns, rows);
  }

  private static List<String> draw(BusSnapshot snapshot, ViewMode mode, int columns, int rows) {
    return TopRenderer.draw(snapshot, mode, columns, rows).stream()
        .map(line -> line.toString().stripTrailing())
        .toList();
  }

  @Test
  void showsTheBusItsFiguresAndItsPeersTheWorstFirst() {
    assertThat(draw(BUSY, 80, 24))
        .hasSize(24)
        .startsWith(
            "● bus-1a2b3c  up 2 h 5 min  ws://127.0.0.1:7892",
            "messages    1,204/s  0/s refused  " + "▁".repeat(45) + "█",
            "deliveries  ok 1,204/s  timeout 2.5/s",
            "latency     p50 3.1 ms  p90 3.1 ms  p99 3.1 ms  max 3.1 ms  of 512",
            "in flight   12  heap 85 MiB",
            "log         queue 0 B  none lost",
            "peers       3, 6 subscriptions",
            "",
            "IN FLIGHT  PEER                      SINCE       ROLE          LISTENS TO",
            "       12  agent:another             2 min       agent         agent:another wo…",
            "       12  agent:worker              2 min       agent         agent:worker wor…",
            "        0  agent:idle                2 min       agent         agent:idle work:*",
            "")
        .endsWith("q quit  p pause  s sort: busiest first");
  }

  @Test
  void aNarrowTerminalShowsLessOfEach() {
    assertThat(draw(BUSY, 40, 24))
        .contains(
            "latency     p99 3.1 ms  max 3.1 ms", "IN FLIGHT  PEER", "       12  agent:another")
        .endsWith("q quit  p pause  s sort: busiest first");
  }

  @Test
  void aTinyTerminalShowsTheMostImportant() {
    assertThat(draw(BUSY, 80, 10))
        .hasSize(10)
        .anyMatch(line -> line.startsWith("deliveries  ok 1,204/s  timeout"))
        .anyMatch(line -> line.startsWith("latency"))
        .anyMatch(line -> line.contains("agent:worker"))
        .noneMatch(line -> line.startsWith("log"));
  }

  @Test
  void alarmsFindAPlaceOnEveryTerminal() {
    BusSnapshot failing = Glances.of(Glances.failingLog(), Glances.peer("agent:a", 0));
    assertThat(draw(failing, 80, 8))
        .contains("log         cannot be written: is the disk full?  queue 64 MiB  17 lost");
  }

  @Test
  void saysHowManyPeersDoNotFit() {
    var many =
        IntStream.range(0, 1_500).mapToObj(i -> Glances.peer("agent:" + (1_000 + i), 0)).toList();
    BusSnapshot crowded =
        Glances.of(Glances.health(1, Map.of(), null), many.toArray(PeerView[]::new));
    List<String> lines = draw(crowded, 80, 24);
    assertThat(lines.get(22)).isEqualTo("and 1,487 more");
    assertThat(lines.get(21)).contains("agent:1012");
    assertThat(TopRenderer.plain(crowded)).hasSize(1_509);
  }

  @Test
  void exactlyAsManyPeersAsFitAreAllShown() {
    var fitting = IntStream.range(0, 14).mapToObj(i -> Glances.peer("agent:" + i, 0)).toList();
    BusSnapshot full =
        Glances.of(Glances.health(1, Map.of(), null), fitting.toArray(PeerView[]::new));
    assertThat(draw(full, 80, 24)).noneMatch(line -> line.contains("more"));
  }

  @Test
  void aBusThatIsAwayIsSaidSoAndNothingOldIsShown() {
    var gone = new BusView(false, null, "nothing listens on port 7892", "2026-11-15T11:59:48Z");
    BusSnapshot away = Glances.of(gone, Glances.away(), List.of(Glances.peer("agent:old", 3)));
    assertThat(draw(away, 120, 24))
        .startsWith(
            "○ the bus is not connected, retrying  for 12 s  ws://127.0.0.1:7892: nothing listens"
                + " on port 7892")
        .noneMatch(line -> line.contains("agent:old"));
  }

  @Test
  void aBusThatHangsIsSaidSo() {
    assertThat(draw(Glances.of(Glances.away()), 80, 24).getFirst())
        .startsWith("○ the bus does not answer");
  }

  @Test
  void keysChangeTheOrderAndPause() {
    ViewMode byName = ViewMode.FIRST.after(FullScreen.Key.SORT);
    assertThat(draw(BUSY, byName, 80, 24))
        .endsWith("q quit  p pause  s sort: by name")
        .element(9)
        .asString()
        .contains("agent:another");
    assertThat(draw(BUSY, byName.after(FullScreen.Key.PAUSE), 80, 24).getLast())
        .isEqualTo("q quit  p resume  paused  s sort: by name");
    assertThat(byName.after(FullScreen.Key.SORT).after(FullScreen.Key.SORT))
        .isEqualTo(ViewMode.FIRST);
  }

  @Test
  void hostileNamesAreShownHarmlessly() {
    String hostile = "agent:\u001b[2J\u001b]0;x\u0007\nnext\u202egnp\r\u2028";
    PeerView peer = Glances.peer(hostile, 1, Glances.NOW, "a\u001b[31m\n\n*");
    var bus = new BusView(true, "bus\u001b[5m\n", null, "\u001b");
    BusSnapshot odd =
        Glances.of(bus, Glances.health(1, Map.of("\u001b[7m", 1.0, "\n", 1.0), 1.0), List.of(peer));
    for (int columns : new int[] {40, 80, 200}) {
      List<String> lines = draw(odd, columns, 24);
      assertThat(String.join("", lines)).doesNotContainPattern("[\\p{Cntrl}\u202e\u2028]");
      assertThat(lines).hasSize(24);
    }
    assertThat(draw(odd, 200, 24).get(9)).contains("agent:\\u001b[2J\\u001b]0;x\\u0007\\nnext");
  }

  @Test
  void wideCharactersDoNotPushColumnsAway() {
    BusSnapshot wide =
        Glances.of(
            Glances.health(1, Map.of(), null),
            Glances.peer("agent:你好你好你好你好你好你好你好你好", 0),
            Glances.peer("agent:plain", 0));
    List<AttributedString> lines = TopRenderer.draw(wide, ViewMode.FIRST, 80, 24);
    assertThat(lines.get(9).columnLength()).isEqualTo(lines.get(10).columnLength());
    assertThat(lines.get(9).toString()).contains("…");
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "40, 10", "20, 5", "11, 4", "5, 3", "1, 2", "1, 1", "500, 200"})
  void neverDrawsMoreThanFits(int columns, int rows) {
    BusSnapshot huge =
        Glances.of(
            Glances.huge(),
            Glances.peer("agent:" + "x".repeat(250), Integer.MAX_VALUE),
            Glances.peer("a", 0, Glances.NOW.plusSeconds(99), "p".repeat(10_000)));
    for (BusSnapshot snapshot : List.of(huge, BUSY, Glances.of(Glances.away()))) {
      List<AttributedString> lines = TopRenderer.draw(snapshot, ViewMode.FIRST, columns, rows);
      assertThat(lines).hasSize(rows).allMatch(line -> line.columnLength() <= columns);
    }
  }

  @Test
  void aPipeGetsPlainTextWithoutKeys() {
    assertThat(TopRenderer.plain(BUSY))
        .startsWith("● bus-1a2b3c  up 2 h 5 min  ws://127.0.0.1:7892")
        .noneMatch(line -> line.contains("quit") || line.endsWith(" "))
        .anyMatch(line -> line.endsWith("agent:worker work:*"));
  }

  @Test
  void programsGetOneLine() {
    assertThat(BUSY.json().toString())
        .startsWith("{\"bus\":{\"connected\":true,\"serverId\":\"bus-1a2b3c\"")
        .contains("\"health\":{", "\"perSecond\":1204.0", "\"peers\":[{", "\"total\":3}")
        .doesNotContain("\n");
  }
}
