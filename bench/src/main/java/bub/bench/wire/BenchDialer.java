package bub.bench.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Connections to one server; each wait ends as soon as one of them fails. */
public final class BenchDialer {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final CompletableFuture<Object> broken = new CompletableFuture<>();
  private final EventLoop loop;
  private final Class<? extends Channel> sockets;
  private final int port;

  public BenchDialer(EventLoop loop, Class<? extends Channel> sockets, int port) {
    this.loop = loop;
    this.sockets = sockets;
    this.port = port;
  }

  public BenchConnection dial(BenchConversation conversation) {
    BenchConnection connection = new BenchConnection(conversation, port, this::fail);
    var _ =
        new Bootstrap()
            .group(loop)
            .channel(sockets)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(connection)
            .connect(InetAddress.getLoopbackAddress(), port)
            .addListener(
                connected -> {
                  if (!connected.isSuccess()) {
                    fail(connected.cause());
                  }
                });
    return connection;
  }

  public void await(CompletableFuture<?> outcome, String what) {
    if (!settled(outcome, TIMEOUT)) {
      throw new BenchFailure("timed out after " + TIMEOUT.toSeconds() + " s: " + what);
    }
  }

  void letPass(Duration time) {
    var _ = settled(new CompletableFuture<>(), time);
  }

  /** Runs a step on the event loop, which owns all state of the driver. */
  <T> T onLoop(Callable<T> step) {
    CompletableFuture<T> outcome = new CompletableFuture<>();
    loop.execute(
        () -> {
          try {
            outcome.complete(step.call());
          } catch (Exception e) {
            outcome.completeExceptionally(e);
          }
        });
    await(outcome, "the event loop did not finish");
    return outcome.join();
  }

  private void fail(Throwable cause) {
    broken.completeExceptionally(cause);
  }

  private boolean settled(CompletableFuture<?> outcome, Duration limit) {
    try {
      CompletableFuture.anyOf(outcome, broken).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BenchFailure failure
          ? new BenchFailure(String.valueOf(failure.getMessage()), failure)
          : new BenchFailure("the connection failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }
}
