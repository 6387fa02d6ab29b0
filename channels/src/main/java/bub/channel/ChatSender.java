package bub.channel;

import bub.client.BusClient;
import bub.client.ClientState;
import bub.client.NoAnswer;
import bub.client.SendAttempt;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import bub.protocol.trace.GuardReasons;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Sender for all chats of one chat service. Calls block. Safe for any thread. */
final class ChatSender {
  static final String REFUSED_BY_THE_BUS = "the bus refused it: ";

  // Well below the in-flight limit of one connection, because other callers share it.
  private static final int MAX_IN_FLIGHT = 256;

  private final BusClient client;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

  ChatSender(BusClient client) {
    this.client = client;
  }

  private interface Call {
    SendResult make() throws RpcException, NoAnswer, InterruptedException;
  }

  SendAttempt send(Envelope envelope) throws InterruptedException {
    return attempt(() -> client.send(envelope));
  }

  SendAttempt send(Envelope envelope, Duration atMost) throws InterruptedException {
    return attempt(() -> client.send(envelope, atMost));
  }

  private SendAttempt attempt(Call call) throws InterruptedException {
    inFlight.acquire();
    try {
      return SendAttempt.of(call.make());
    } catch (RpcException refused) {
      return outcome(refused.error());
    } catch (NoAnswer failed) {
      return SendAttempt.of(failed);
    } finally {
      inFlight.release();
    }
  }

  /** The loop guard's refusals name the bus, so that no notice blames the agent for them. */
  static SendAttempt outcome(RpcError error) {
    return GuardReasons.isFinal(error.reason())
        ? new SendAttempt.Refused(REFUSED_BY_THE_BUS + error.message())
        : SendAttempt.of(error);
  }

  boolean isConnected() {
    return client.state() instanceof ClientState.Connected;
  }
}
