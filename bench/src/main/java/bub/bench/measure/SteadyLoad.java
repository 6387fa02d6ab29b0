package bub.bench.measure;

import bub.bench.wire.BenchFailure;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Peers that send to each other at a steady rate, whatever the capacity of the server. */
final class SteadyLoad implements AutoCloseable {
  private static final int PAIRS = 16;

  private final List<BusClient> receivers;
  private final List<BusClient> senders;
  private final RawJson payload;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  private SteadyLoad(List<BusClient> receivers, List<BusClient> senders, RawJson payload) {
    this.receivers = receivers;
    this.senders = senders;
    this.payload = payload;
  }

  static SteadyLoad on(URI bus, RawJson payload) {
    return new SteadyLoad(
        IntStream.range(0, PAIRS).mapToObj(i -> join(bus, receiver(i))).toList(),
        IntStream.range(0, PAIRS).mapToObj(i -> join(bus, new Address("cli:sender-" + i))).toList(),
        payload);
  }

  private static Address receiver(int i) {
    return new Address("agent:worker-" + i);
  }

  private static BusClient join(URI bus, Address name) {
    try {
      return BusClient.of(ClientSettings.of(bus, name)).serve(_ -> Ack.ok("received")).connect();
    } catch (NoAnswer e) {
      throw new BenchFailure("a peer could not connect: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  /** Returns the CPU cost per message, by {@code cpuMicros}, at this many messages per second. */
  double cost(int perSecond, Duration length, LongSupplier cpuMicros) {
    long messages = perSecond * length.toMillis() / 1_000;
    long before = cpuMicros.getAsLong();
    send(perSecond, messages);
    return (double) (cpuMicros.getAsLong() - before) / messages;
  }

  private void send(int perSecond, long messages) {
    long begin = System.nanoTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (long i = 0; i < messages; i++) {
        long due = begin + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
        LockSupport.parkNanos(due - System.nanoTime());
        int pair = (int) (i % PAIRS);
        threads.execute(() -> send(pair));
      }
    }
    Exception failed = failure.get();
    if (failed != null) {
      throw new BenchFailure("a message was not delivered: " + failed, failed);
    }
  }

  private void send(int pair) {
    try {
      senders.get(pair).send(receiver(pair), payload);
    } catch (RpcException | NoAnswer e) {
      failure.set(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    senders.forEach(BusClient::close);
    receivers.forEach(BusClient::close);
  }
}
