package bub.protocol.trace;

import static org.assertj.core.api.Assertions.assertThat;

import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CausalityTest {
  private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  @Test
  void readsCauseAndTrace() throws InvalidJson {
    Causality read = Causality.read(json("{\"cause\":\"m1\",\"trace\":\"" + PARENT + "\"}"));
    assertThat(read.cause()).isEqualTo(new MessageId("m1"));
    assertThat(String.valueOf(read.trace())).isEqualTo(PARENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"cause\":7,\"trace\":null}",
        "{\"cause\":\"\",\"trace\":\"nonsense\"}",
        "{\"cause\":\"a\",\"cause\":\"b\"}",
        "{\"trace\":\"00-00000000000000000000000000000000-b7ad6b7169203331-01\"}",
        "{\"trace\":\"00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01\"}",
        "{\"trace\":\"ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\"}",
        "{\"trace\":\"00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01\"}",
        "{\"trace\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x\"}",
        "{\"trace\":\"00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01\"}"
      })
  void ignoresInvalidValues(String payload) throws InvalidJson {
    assertThat(Causality.read(json(payload)).isNone()).isTrue();
  }

  @Test
  void acceptsALaterVersionOfTheFormat() {
    assertThat(TraceParent.parse(PARENT.replaceFirst("00", "cc") + "-more")).isNotNull();
  }

  @Test
  void derivesTheSameIdsEverywhere() throws InvalidJson {
    var first =
        new Envelope(
            new Address("tg:1"), new Address("agent:a"), new MessageId("m1"), json("{\"x\":1}"));
    Causality result = Causality.resultOf(first);
    assertThat(result.cause()).isEqualTo(first.messageId());
    TraceId trace = TraceId.startedBy(first.from(), first.messageId());
    String span = TraceParent.spanOf(first.from(), first.messageId());
    assertThat(result.trace()).isEqualTo(new TraceParent(trace, span));
  }

  @Test
  void staysInTheTraceThatTheHandledMessageNames() throws InvalidJson {
    var handled =
        new Envelope(
            new Address("agent:b"),
            new Address("agent:a"),
            new MessageId("m2"),
            json("{\"trace\":\"" + PARENT + "\"}"));
    Causality result = Causality.resultOf(handled);
    assertThat(String.valueOf(result.trace())).startsWith(PARENT.substring(0, 36));
  }

  @Test
  void addsOnlyMissingMembers() throws InvalidJson {
    var added = new Causality(new MessageId("m9"), TraceParent.parse(PARENT));
    assertThat(added.addTo(json("{\"a\":1,\"cause\":\"own\"}")).toString())
        .isEqualTo("{\"a\":1,\"cause\":\"own\",\"trace\":\"" + PARENT + "\"}");
    RawJson same = json("{\"a\":1}");
    assertThat(Causality.NONE.addTo(same)).isSameAs(same);
  }

  private static RawJson json(String text) throws InvalidJson {
    return RawJson.parse(text);
  }
}
