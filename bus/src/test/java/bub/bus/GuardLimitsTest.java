package bub.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import bub.bus.deliver.InterceptorChain;
import bub.bus.policy.PolicyFile;
import bub.bus.policy.RateLimits;
import bub.bus.policy.TypeRules;
import bub.bus.trace.GuardSettings;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of the loop guard for single senders, from the policy file. */
class GuardLimitsTest {
  private static final int MANY = 1_000;

  @TempDir private Path directory = Path.of("");
  private int sent;

  @Test
  void aPatternHasItsOwnDepthAndOthersKeepTheStandard() throws Exception {
    TestBus bus = bus("{\"limits\":{\"agent:research-*\":{\"depth\":40}}}");
    assertThat(refusal(bus, "agent:research-1", "agent:research-2", true))
        .contains("\"rule\":\"depth\"", "\"limit\":40");
    assertThat(refusal(bus, "agent:a", "agent:b", true))
        .contains("\"rule\":\"depth\"", "\"limit\":32");
  }

  @Test
  void theFirstPatternThatMatchesCounts() throws Exception {
    TestBus bus = bus("{\"limits\":{\"agent:a\":{\"depth\":9},\"agent:*\":{\"depth\":4}}}");
    assertThat(refusal(bus, "agent:a", "agent:a2", true)).contains("\"limit\":4");
    TestBus other = bus("{\"limits\":{\"agent:*\":{\"depth\":9},\"agent:a\":{\"depth\":4}}}");
    assertThat(refusal(other, "agent:a", "agent:a2", true)).contains("\"limit\":9");
  }

  @Test
  void aPatternHasItsOwnNumberOfMessages() throws Exception {
    TestBus bus = bus("{\"limits\":{\"agent:*\":{\"messages\":5}}}");
    assertThat(refusal(bus, "agent:a", "agent:b", true))
        .contains("\"rule\":\"messages\"", "\"limit\":5");
  }

  @Test
  void aPatternHasItsOwnTurnsPerMinute() throws Exception {
    TestBus bus = bus("{\"limits\":{\"agent:slow-*\":{\"turns\":2}}}");
    assertThat(refusal(bus, "agent:slow-1", "agent:slow-2", true))
        .contains("\"rule\":\"turns\"", "\"limit\":2");
    assertThat(refusal(bus, "agent:a", "agent:b", true)).contains("\"rule\":\"depth\"");
  }

  @Test
  void aPatternHasItsOwnCycles() throws Exception {
    TestBus bus = bus("{\"limits\":{\"agent:calm-*\":{\"cycles\":7}}}");
    assertThat(refusal(bus, "agent:calm-1", "agent:calm-2", false))
        .contains("\"rule\":\"cycles\"", "\"limit\":7");
    assertThat(refusal(bus, "agent:a", "agent:b", false))
        .contains("\"rule\":\"cycles\"", "\"limit\":100");
  }

  @Test
  void anExemptSenderIsNotLimitedWhateverItsLimits() throws Exception {
    TestBus bus =
        bus("{\"exempt\":[\"agent:tick*\"],\"limits\":{\"agent:*\":{\"depth\":2,\"cycles\":2}}}");
    assertThat(refusal(bus, "agent:tick-1", "agent:tick-2", true)).isNull();
    assertThat(refusal(bus, "agent:tick-3", "agent:tick-4", false)).isNull();
    assertThat(refusal(bus, "agent:a", "agent:b", true)).isNotNull();
  }

  // ---- talking

  private TestBus bus(String guard) throws IOException {
    Path file = directory.resolve("policy.json");
    Files.write(file, ("{\"guard\":" + guard + "}").getBytes(UTF_8));
    GuardSettings standard = GuardSettings.standard();
    return new TestBus(
        new BusRules(
            TypeRules.builtIn(false),
            InterceptorChain.OnFailure.OPEN,
            RateLimits.standard(),
            standard.with(PolicyFile.open(file).guard(standard.limits())),
            List.of()));
  }

  /** Lets two peers answer each other, and returns the data of the first refusal. */
  private @Nullable String refusal(TestBus bus, String first, String second, boolean withCauses)
      throws Exception {
    TestPeer a = bus.peer(first);
    TestPeer b = bus.peer(second);
    String cause = null;
    for (int i = 0; i < MANY; i++) {
      String id = "s" + ++sent;
      String words = withCauses ? id : "the same";
      String member = withCauses && cause != null ? ",\"cause\":\"" + cause + "\"" : "";
      RawJson payload =
          RawJson.parse(
              "{\"type\":\"note\",\"content\":{\"text\":\"%s\"}%s}".formatted(words, member));
      TestPeer.Pending sending =
          i % 2 == 0 ? a.sends(second, id, payload) : b.sends(first, id, payload);
      if (sending.reply() instanceof Reply.Rejected(RpcError error)) {
        return requireNonNull(error.data()).toRaw().toString();
      }
      cause = id;
    }
    return null;
  }
}
