package bub.channel.telegram;

import bub.channel.ChannelLease;
import bub.channel.ChatService;
import bub.client.NoAnswer;
import bub.jsonrpc.RpcException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Times in which this bridge receives updates: while it holds the lease. Runs on one thread. */
final class BridgeShift {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeShift.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Receives updates until interrupted, or returns the reason when a retry is useless. */
  interface Reception {
    String run() throws IOException, InterruptedException;
  }

  private final ChannelLease lease;
  private final ChatService chats;
  private final Reception reception;

  BridgeShift(ChannelLease lease, ChatService chats, Reception reception) {
    this.lease = lease;
    this.chats = chats;
    this.reception = reception;
  }

  /** Returns the reason when a retry is useless. */
  String run() throws IOException, InterruptedException {
    while (true) {
      lease.awaitHeld();
      String end = serve();
      if (end != null) {
        return end;
      }
      LOG.warn("Another bridge may serve this bot now; waiting for the lease");
    }
  }

  private @Nullable String serve() throws IOException, InterruptedException {
    var end = new CompletableFuture<String>();
    Thread receiving = Thread.ofVirtual().name("telegram-updates").start(() -> receive(end));
    try {
      change(chats::listen);
      while (!lease.awaitLost(LOOK_EVERY)) {
        if (!chats.isListening()) {
          change(chats::listen);
        }
        if (end.isDone()) {
          return resultOf(end);
        }
      }
      return null;
    } finally {
      receiving.interrupt();
      receiving.join();
      change(chats::stopListening);
    }
  }

  private interface Change {
    void make() throws RpcException, NoAnswer, InterruptedException;
  }

  /** Without a connection, the change takes effect at the next one. */
  private static void change(Change change) throws InterruptedException {
    try {
      change.make();
    } catch (RpcException | NoAnswer failed) {
      LOG.warn("The bus did not confirm the subscriptions of the chats: {}", failed.getMessage());
    }
  }

  private void receive(CompletableFuture<String> end) {
    try {
      end.complete(reception.run());
    } catch (InterruptedException stopped) {
      LOG.debug("Stopped receiving updates");
    } catch (IOException | RuntimeException broken) {
      end.completeExceptionally(broken);
    }
  }

  private static String resultOf(CompletableFuture<String> end)
      throws IOException, InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case IOException broken -> throw broken;
        case RuntimeException bug -> throw bug;
        case null, default -> throw new IllegalStateException(failed);
      }
    }
  }
}
