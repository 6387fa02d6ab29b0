package bub.protocol;

import static bub.protocol.Json.raw;
import static bub.protocol.Json.refusedBy;
import static bub.protocol.Json.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MetricsTest {
  @Test
  void comesBackAsItWasWrittenInTheSameOrder() {
    var values = new LinkedHashMap<String, Long>();
    values.put("messages", Long.MAX_VALUE);
    values.put("connections", 0L);
    values.put("drift", -1L);
    var metrics = new Metrics(values);

    assertThat(tree(metrics))
        .isEqualTo(
            tree(
                """
                {"metrics": {"messages": 9223372036854775807, "connections": 0, "drift": -1}}
                """));
    assertThat(Metrics.read(metrics.toRaw())).isEqualTo(metrics);
    assertThat(Metrics.read(metrics.toRaw()).values().sequencedKeySet())
        .containsExactly("messages", "connections", "drift");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|result",
        "{}|metrics",
        "{'metrics':[]}|metrics",
        "{'metrics':{'a':1,'b':'2'}}|metrics.b",
        "{'metrics':{'a':1.5}}|metrics.a",
        "{'metrics':{'a':null}}|metrics.a",
        "{'metrics':{'a':1,'a':2}}|metrics.a"
      })
  void refusesWhatIsNoNumberRatherThanCallingItZero(String result, String field) {
    assertThat(refusedBy(() -> Metrics.read(raw(result.replace('\'', '"'))))).isEqualTo(field);
  }
}
