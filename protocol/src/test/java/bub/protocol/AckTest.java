package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import bub.json.RawJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AckTest {
  private static final String CONFIGURED =
      """
      {
        "success": true,
        "message": "configured",
        "shouldRetry": false,
        "retrySeconds": 0,
        "payload": {}
      }
      """;

  @Test
  void isWrittenAndReadAsDocumented() {
    assertThat(tree(Ack.ok("configured"))).isEqualTo(tree(CONFIGURED));
    assertThat(Ack.read(raw(CONFIGURED))).isEqualTo(Ack.ok("configured"));
  }

  @Test
  void comesBackAsItWasWritten() {
    for (Ack ack :
        new Ack[] {
          Ack.ok("done", raw("{\"n\": 1.0}")), Ack.failed("no"), Ack.retryIn(5, "busy \"now\"")
        }) {
      assertThat(Ack.read(ack.toRaw())).isEqualTo(ack);
    }
  }

  @Test
  void doesNotHoldOnToItsFrameOnceDetached() {
    String note = "x".repeat(5_000);
    Ack ack = Ack.read(raw("{\"success\":true,\"payload\":{\"a\":1},\"note\":\"" + note + "\"}"));

    assertThat(ack.payload().retainedBytes()).isGreaterThan(5_000);
    assertThat(ack.detached()).isEqualTo(ack);
    assertThat(ack.detached().payload().retainedBytes()).isEqualTo("{\"a\":1}".length());
    Ack small = Ack.ok("done");
    assertThat(small.detached()).isSameAs(small);
  }

  @Test
  void onlySuccessMustBeThere() {
    var bare = new Ack(false, "", false, 0, RawJson.EMPTY_OBJECT);
    assertThat(Ack.read(raw("{\"success\":false}"))).isEqualTo(bare);
    assertThat(
            Ack.read(
                raw(
                    """
                    {"success": false, "message": null, "shouldRetry": null,
                     "retrySeconds": null, "payload": null}
                    """)))
        .isEqualTo(bare);
    assertThat(refusedBy(() -> Ack.read(raw("{}")))).isEqualTo("success");
  }

  @Test
  void ignoresWhatItDoesNotKnow() {
    assertThat(Ack.read(raw("{\"success\":true,\"stopPropagation\":true,\"x\":[1]}")))
        .isEqualTo(Ack.ok(""));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, 0",
    "0, 0",
    "3600, 3600",
    "3601, 3600",
    "2147483648, 3600",
    "99999999999999999999999999, 3600",
    "-99999999999999999999999999, 0"
  })
  void retrySecondsAreClampedToAnHour(String seconds, int expected) {
    var ack = Ack.read(raw("{\"success\":false,\"retrySeconds\":" + seconds + "}"));
    assertThat(ack.retrySeconds()).isEqualTo(expected);
  }

  @Test
  void ourOwnAcksAreClampedToo() {
    assertThat(Ack.retryIn(-5, "").retrySeconds()).isZero();
    assertThat(Ack.retryIn(Integer.MAX_VALUE, "").retrySeconds()).isEqualTo(3600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "success|1",
        "success|'true'",
        "success|null",
        "message|5",
        "message|{}",
        "shouldRetry|'no'",
        "shouldRetry|0",
        "retrySeconds|1.5",
        "retrySeconds|1e3",
        "retrySeconds|'5'",
        "retrySeconds|true",
        "payload|[]",
        "payload|'x'",
        "payload|1"
      })
  void aFieldThatDoesNotFitNamesItself(String name, String value) {
    String success = name.equals("success") ? "" : "\"success\":true,";
    String json = "{" + success + "\"" + name + "\":" + value.replace('\'', '"') + "}";
    assertThat(refusedBy(() -> Ack.read(raw(json)))).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "\"ok\"", "[]", "1"})
  void mustBeAnObject(String result) {
    assertThat(refusedBy(() -> Ack.read(raw(result)))).isEqualTo("result");
  }
}
