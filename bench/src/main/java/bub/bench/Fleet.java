package bub.bench;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** The senders and receivers that load one server, and the stopwatch around them. */
final class Fleet {
  static final int SENDERS = 16;
  static final int RECEIVERS = 16;

  /** Long enough for the batches to find their size. */
  private static final Duration RAMP = Duration.ofMillis(300);

  private final Dialer dialer;
  private final Load load;
  private final List<Crew> crews;

  private Fleet(Dialer dialer, Load load, List<Crew> crews) {
    this.dialer = dialer;
    this.load = load;
    this.crews = crews;
  }

  static Fleet connect(Wire wire, Dialer dialer) {
    Load load = new Load();
    List<Connection> receivers =
        IntStream.range(0, RECEIVERS).mapToObj(i -> dialer.dial(wire.receiver(i))).toList();
    List<Crew> crews =
        IntStream.range(0, SENDERS).mapToObj(i -> Crew.aboard(i, wire, load, dialer)).toList();
    receivers.forEach(receiver -> dialer.await(receiver.ready(), "a receiver to connect"));
    crews.forEach(crew -> dialer.await(crew.connection.ready(), "a sender to connect"));
    return new Fleet(dialer, load, crews);
  }

  /** Loads the server for a while; {@code cpuMicros} is read at both ends of the window. */
  Window measure(Duration length, LongSupplier cpuMicros) {
    dialer.onLoop(this::takeOff);
    dialer.letPass(RAMP);
    Mark before = dialer.onLoop(() -> Mark.forgetting(load, cpuMicros));
    dialer.letPass(length);
    Window window = dialer.onLoop(() -> before.untilNow(load, cpuMicros));
    CompletableFuture<Void> landed = dialer.onLoop(load::stop);
    dialer.await(landed, "the last answers");
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

  private record Crew(Sender voice, Flight flight, Connection connection) {
    static Crew aboard(int index, Wire wire, Load load, Dialer dialer) {
      Flight flight = new Flight(load, index, RECEIVERS);
      Sender voice = wire.sender(index, flight);
      return new Crew(voice, flight, dialer.dial(voice));
    }
  }

  private record Mark(long cpuMicros, long nanos) {
    static Mark forgetting(Load load, LongSupplier cpuMicros) {
      load.forget();
      return new Mark(cpuMicros.getAsLong(), System.nanoTime());
    }

    Window untilNow(Load load, LongSupplier cpu) {
      return Window.of(load, cpu.getAsLong() - cpuMicros, System.nanoTime() - nanos);
    }
  }
}
