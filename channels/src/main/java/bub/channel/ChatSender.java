package bub.channel;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.client.SendAttempt;
import bub.protocol.Envelope;
import java.util.concurrent.Semaphore;

/** Sender for all chats of one chat service. Calls block. Safe for any thread. */
final class ChatSender {
  // Well below the in-flight limit of one connection, because other callers share it.
  private static final int MAX_IN_FLIGHT = 256;

  private final BusClient client;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

  ChatSender(BusClient client) {
    this.client = client;
  }

  SendAttempt send(Envelope envelope) throws InterruptedException {
    inFlight.acquire();
    try {
      return SendAttempt.send(client, envelope);
    } finally {
      inFlight.release();
    }
  }

  boolean isConnected() {
    return client.state() instanceof ClientState.Connected;
  }
}
