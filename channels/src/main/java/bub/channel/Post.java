package bub.channel;

import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.State;
import bub.jsonrpc.RpcException;
import bub.protocol.Envelope;
import java.util.concurrent.Semaphore;

/** Sends for all chats of a house, so many at a time. Blocks, from any number of threads. */
final class Post {
  // Well below what one connection may have in flight: others call, too.
  private static final int MAX_IN_FLIGHT = 256;

  private final BusClient client;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

  Post(BusClient client) {
    this.client = client;
  }

  Posted send(Envelope envelope) throws InterruptedException {
    inFlight.acquire();
    try {
      return Posted.of(client.send(envelope));
    } catch (RpcException refused) {
      return Posted.of(refused.error());
    } catch (NoAnswer failed) {
      return Posted.of(failed);
    } finally {
      inFlight.release();
    }
  }

  boolean isConnected() {
    return client.state() instanceof State.Connected;
  }
}
