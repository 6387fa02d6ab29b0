package bub.bench.micro;

import bub.bus.route.RoutingTable;
import bub.bus.route.Subscriber;
import bub.json.RawJson;
import bub.jsonrpc.Reply;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of finding the subscribers of an address, among few and among a million patterns. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 1, jvmArgs = "-Xmx512m")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RoutesBenchmark {
  private static final int ADDRESSES = 1 << 12;

  @Param({"100", "10000", "1000000"})
  public int patterns;

  private final RoutingTable routes = new RoutingTable(0x9E3779B97F4A7C15L);
  private final Address[] addresses = new Address[ADDRESSES];
  private int next;

  /** Subscribes to patterns: half exact, half {@code prefix:*}. */
  @Setup
  public void subscribe() {
    var ear = new Ear();
    for (int i = 0; i < patterns; i++) {
      routes.add(Pattern.of(i % 2 == 0 ? "agent:n" + i : "agent:n" + i + ":*"), ear);
    }
    for (int i = 0; i < ADDRESSES; i++) {
      int number = (int) ((long) i * patterns / ADDRESSES);
      addresses[i] = new Address("agent:n" + number + (number % 2 == 0 ? "" : ":x"));
    }
  }

  @Benchmark
  public List<Subscriber> lookUp() {
    next = (next + 1) & (ADDRESSES - 1);
    return routes.to(addresses[next]);
  }

  private static final class Ear extends Subscriber {
    @Override
    public Address clientId() {
      return new Address("agent:ear");
    }

    @Override
    public long reserveCallId() {
      return 1;
    }

    @Override
    public void deliver(Envelope envelope, long callId, Consumer<Reply> done) {}

    @Override
    public void call(
        Envelope envelope,
        long callId,
        Duration timeout,
        Consumer<RawJson> progress,
        Consumer<Reply> done) {}

    @Override
    public boolean tell(Envelope envelope) {
      return true;
    }

    @Override
    public Ack readAck(RawJson answer) {
      return Ack.ok("");
    }
  }
}
