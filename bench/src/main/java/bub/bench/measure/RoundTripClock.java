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
import java.util.Arrays;

/** Delay of one message at a time, to a peer of the same node and to one of another, in turns. */
public final class RoundTripClock {
  private static final Address NEAR = new Address("agent:near");
  private static final Address FAR = new Address("agent:far");
  private static final int WARM_UP = 2_000;

  private RoundTripClock() {}

  public static ClusterCost.RoundTrips measure(URI own, URI other, int count)
      throws InterruptedException {
    try (BusClient near = receiver(own, NEAR);
        BusClient far = receiver(other, FAR);
        BusClient sender =
            BusClient.of(ClientSettings.of(own, new Address("cli:clock"))).connect()) {
      long[] local = new long[count];
      long[] remote = new long[count];
      for (int i = -WARM_UP; i < count; i++) {
        long toNear = nanos(sender, near.clientId());
        long toFar = nanos(sender, far.clientId());
        if (i >= 0) {
          local[i] = toNear;
          remote[i] = toFar;
        }
      }
      return new ClusterCost.RoundTrips(medianMicros(local), medianMicros(remote));
    } catch (RpcException | NoAnswer e) {
      throw new BenchFailure("a message was not delivered: " + e, e);
    }
  }

  private static BusClient receiver(URI bus, Address name) throws NoAnswer, InterruptedException {
    return BusClient.of(ClientSettings.of(bus, name)).serve(_ -> Ack.ok("received")).connect();
  }

  private static long nanos(BusClient sender, Address to)
      throws RpcException, NoAnswer, InterruptedException {
    long before = System.nanoTime();
    if (!sender.send(to, RawJson.EMPTY_OBJECT).acks().stream().allMatch(Ack::success)) {
      throw new BenchFailure("a message was refused");
    }
    return System.nanoTime() - before;
  }

  private static double medianMicros(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1_000.0;
  }
}
