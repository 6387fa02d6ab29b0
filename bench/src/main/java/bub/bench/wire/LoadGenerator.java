package bub.bench.wire;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Senders and receivers that load one server, and the timing of the load. */
public final class LoadGenerator {
  public static final int SENDERS = 16;
  public static final int RECEIVERS = 16;

  /** Time until the batches reach their usual size. */
  private static final Duration RAMP = Duration.ofMillis(300);

  private final BenchDialer dialer;
  private final LoadState load;
  private final List<Crew> crews;

  private LoadGenerator(BenchDialer dialer, LoadState load, List<Crew> crews) {
    this.dialer = dialer;
    this.load = load;
    this.crews = crews;
  }

  public static LoadGenerator connect(Wire wire, BenchDialer dialer) {
    return connect(wire, dialer, List.of(dialer));
  }

  /** Connects the senders to one server, and the receivers to others in turn. */
  public static LoadGenerator connect(Wire wire, BenchDialer dialer, List<BenchDialer> elsewhere) {
    LoadState load = new LoadState();
    List<BenchConnection> receivers =
        IntStream.range(0, RECEIVERS)
            .mapToObj(i -> elsewhere.get(i % elsewhere.size()).dial(wire.receiver(i)))
            .toList();
    List<Crew> crews =
        IntStream.range(0, SENDERS).mapToObj(i -> Crew.aboard(i, wire, load, dialer)).toList();
    receivers.forEach(receiver -> dialer.await(receiver.ready(), "a receiver did not connect"));
    crews.forEach(crew -> dialer.await(crew.connection.ready(), "a sender did not connect"));
    return new LoadGenerator(dialer, load, crews);
  }

  public MeasurementWindow measure(Duration length, LongSupplier cpuMicros) {
    dialer.onLoop(this::takeOff);
    dialer.letPass(RAMP);
    Mark before = dialer.onLoop(() -> Mark.forgetting(load, cpuMicros));
    dialer.letPass(length);
    MeasurementWindow window = dialer.onLoop(() -> before.untilNow(load, cpuMicros));
    CompletableFuture<Void> landed = dialer.onLoop(load::stop);
    dialer.await(landed, "the last answers did not arrive");
    return window;
  }

  private boolean takeOff() {
    load.start();
    for (Crew crew : crews) {
      FrameWriter out = crew.connection.out();
      crew.flight.takeOff(crew.voice, out);
      out.flush();
    }
    return true;
  }

  private record Crew(RequestSender voice, RequestsInFlight flight, BenchConnection connection) {
    static Crew aboard(int index, Wire wire, LoadState load, BenchDialer dialer) {
      RequestsInFlight flight = new RequestsInFlight(load, index, RECEIVERS);
      RequestSender voice = wire.sender(index, flight);
      return new Crew(voice, flight, dialer.dial(voice));
    }
  }

  private record Mark(long cpuMicros, long nanos) {
    static Mark forgetting(LoadState load, LongSupplier cpuMicros) {
      load.forget();
      return new Mark(cpuMicros.getAsLong(), System.nanoTime());
    }

    MeasurementWindow untilNow(LoadState load, LongSupplier cpu) {
      return MeasurementWindow.of(load, cpu.getAsLong() - cpuMicros, System.nanoTime() - nanos);
    }
  }
}
