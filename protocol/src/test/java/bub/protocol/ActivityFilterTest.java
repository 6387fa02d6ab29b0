package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActivityFilterTest {
  private static final String EVERY_FIELD =
      """
      {
        "messageId": "msg_1", "actor": "tg:1", "to": "agent:a", "event": "send_start",
        "status": "start", "since": "2026-02-17T12:00:00Z", "until": "2026-02-17T13:00:00.5Z",
        "beforeId": 9007199254740993, "afterId": 7, "limit": 1000, "oneIn": 8,
        "trace": "0af7651916cd43dd8448eb211c80319c"
      }
      """;

  private static final ActivityFilter NARROW =
      new ActivityFilter(
          "msg_1",
          "tg:1",
          "agent:a",
          "send_start",
          "start",
          Instant.parse("2026-02-17T12:00:00Z"),
          Instant.parse("2026-02-17T13:00:00.5Z"),
          9007199254740993L,
          7L,
          1000,
          8,
          "0af7651916cd43dd8448eb211c80319c");

  @Test
  void isReadWithEveryField() {
    assertThat(ActivityFilter.read(raw(EVERY_FIELD))).isEqualTo(NARROW);
  }

  @Test
  void comesBackAsItWasWritten() {
    assertThat(ActivityFilter.read(NARROW.toRaw())).isEqualTo(NARROW);
    assertThat(tree(ActivityFilter.everything())).isEqualTo(tree("{\"limit\": 100}"));
    assertThat(tree(ActivityFilter.ofMessage("m")))
        .isEqualTo(tree("{\"messageId\": \"m\", \"limit\": 1000}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"limit\":null,\"since\":null,\"beforeId\":null,\"afterId\":null,\"actor\":null}"
      })
  void whatIsAbsentOrNullDoesNotRestrict(String params) {
    assertThat(ActivityFilter.read(raw(params))).isEqualTo(ActivityFilter.everything());
    assertThat(ActivityFilter.read(null)).isEqualTo(ActivityFilter.everything());
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1000, true", "0, false", "1001, false", "-1, false"})
  void theLimitIs1To1000(String limit, boolean accepted) {
    var params = raw("{\"limit\":" + limit + "}");
    if (accepted) {
      assertThat(ActivityFilter.read(params).limit()).isEqualTo(Integer.parseInt(limit));
    } else {
      assertThat(refusedBy(() -> ActivityFilter.read(params))).isEqualTo("limit");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "limit|99999999999999999999",
        "limit|1.5",
        "limit|'5'",
        "beforeId|'1'",
        "afterId|0.5",
        "since|'yesterday'",
        "since|1771329600",
        "until|'2026-02-17'",
        "until|''",
        "until|'2026-13-01T00:00:00Z'",
        "messageId|1",
        "actor|[]",
        "to|{}",
        "event|true",
        "status|0",
        "topic|'x'"
      })
  void aFieldThatDoesNotFitNamesItself(String name, String value) {
    var params = raw("{\"" + name + "\":" + value.replace('\'', '"') + "}");
    assertThat(refusedBy(() -> ActivityFilter.read(params))).isEqualTo(name);
  }

  @Test
  void aTimeMayHaveAnOffset() {
    assertThat(ActivityFilter.read(raw("{\"since\":\"2026-02-17T13:00:00+01:00\"}")).since())
        .isEqualTo("2026-02-17T12:00:00Z");
  }

  @Test
  void passesEventsThatHaveEveryFieldItAsksFor() {
    var row =
        new ActivityRow(
            1, "t", "send_start", "msg_1", null, "tg:1", "agent:a", "start", null, null);
    assertThat(ActivityFilter.everything().matches(row)).isTrue();
    for (String fits :
        new String[] {
          "{\"messageId\":\"msg_1\"}",
          "{\"actor\":\"tg:1\"}",
          "{\"to\":\"agent:a\"}",
          "{\"event\":\"send_start\"}",
          "{\"status\":\"start\",\"actor\":\"tg:1\"}"
        }) {
      assertThat(ActivityFilter.read(raw(fits)).matches(row)).as(fits).isTrue();
    }
    for (String differs :
        new String[] {
          "{\"messageId\":\"msg_2\"}",
          "{\"actor\":\"tg:*\"}",
          "{\"to\":\"\"}",
          "{\"event\":\"send_finish\"}",
          "{\"status\":\"start\",\"actor\":\"tg:2\"}"
        }) {
      assertThat(ActivityFilter.read(raw(differs)).matches(row)).as(differs).isFalse();
    }
  }

  @Test
  void anEventWithoutTheFieldDoesNotPass() {
    var row = new ActivityRow(1, "t", "log_gap", "m", null, null, null, null, null, null);
    assertThat(ActivityFilter.read(raw("{\"actor\":\"tg:1\"}")).matches(row)).isFalse();
  }
}
