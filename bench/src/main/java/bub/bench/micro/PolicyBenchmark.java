package bub.bench.micro;

import bub.bus.policy.Policy;
import bub.bus.policy.PolicyDecision;
import bub.bus.policy.Principal;
import bub.bus.policy.RateLimits;
import bub.bus.policy.ReservedAddresses;
import bub.bus.policy.SenderInfo;
import bub.bus.policy.TypeRules;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Pattern;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of a policy decision for one message, on an open and on a locked bus. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PolicyBenchmark {
  private static final Principal BRIDGE =
      new Principal(
          "0badcafe",
          Pattern.of("telegram-bridge"),
          List.of(Pattern.of("tg:*")),
          List.of(Pattern.of("web:*"), Pattern.of("tg:*")),
          Set.of("tg_message", "configure"),
          false,
          false,
          null);

  private final Policy policy =
      new Policy(
          _ -> null,
          _ -> false,
          new ReservedAddresses(List.of()),
          TypeRules.builtIn(false),
          RateLimits.standard(),
          System::nanoTime);
  private final SenderInfo anybody = new Bridge(null);
  private final SenderInfo bridge = new Bridge(BRIDGE);
  private final Envelope envelope = envelope();

  private static Envelope envelope() {
    try {
      String payload =
          "{\"type\":\"tg_message\",\"content\":{\"text\":\"" + "x".repeat(200) + "\"}}";
      return new Envelope(
          new Address("tg:123456789"),
          new Address("agent:worker-42"),
          new MessageId("msg_01J9"),
          RawJson.parse(payload));
    } catch (InvalidJson impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Benchmark
  public PolicyDecision judgeOnAnOpenBus() {
    return policy.judge(anybody, envelope);
  }

  @Benchmark
  public PolicyDecision judgeOnALockedBus() {
    return policy.judge(bridge, envelope);
  }

  private record Bridge(@Nullable Principal principal) implements SenderInfo {
    private static final Address NAME = new Address("telegram-bridge");

    @Override
    public Address clientId() {
      return NAME;
    }

    @Override
    public boolean hasStrictTypes() {
      return false;
    }

    @Override
    public boolean intercepts() {
      return false;
    }
  }
}
