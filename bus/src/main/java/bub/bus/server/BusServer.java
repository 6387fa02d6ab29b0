package bub.bus.server;

import bub.bus.Hub;
import bub.bus.dialect.Dialect;
import bub.bus.dialect.Dialects;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Server of the bus, with one event loop for all sockets and the hub: threads share no state. */
@SuppressWarnings("FutureReturnValueIgnored") // timers run until the loop ends
public final class BusServer implements AutoCloseable {
  private static final int MAX_HTTP_BYTES = 1024;
  private static final HttpDecoderConfig HTTP_LIMITS =
      new HttpDecoderConfig()
          .setHeadersFactory(HandshakeHeaders.FACTORY)
          .setTrailersFactory(HandshakeHeaders.FACTORY);
  private static final int MAX_READ_BYTES = 32 * 1024;
  private static final int LOG_TICK_MILLIS = 50;
  private static final int TICK_MILLIS = 250;
  private static final int DRAIN_CHECK_MILLIS = 10;
  private static final int CLOSE_SECONDS = 2;
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(ServerLink.BEHIND / 2, ServerLink.BEHIND);

  /** Hub with more dialects; {@code proofKey} proves the bus of a run directory, or is empty. */
  public record Equipment(Hub hub, List<Dialect> moreDialects, String proofKey) {
    public Equipment(Hub hub, List<Dialect> moreDialects) {
      this(hub, moreDialects, "");
    }

    public Equipment withProofKey(String key) {
      return new Equipment(hub, moreDialects, key);
    }
  }

  private final EventLoopGroup group;
  private final EventLoop loop;
  private final Hub hub;
  private final ServerSettings settings;
  private final ConnectionRegistry connections;
  private final Flusher flusher;
  private final @Nullable ServerCertificates certificates;
  private final ChannelGroup sockets;
  private final Channel listener;

  private BusServer(
      SocketTransport transport,
      EventLoopGroup group,
      ServerSettings settings,
      Function<EventLoop, Equipment> equipmentOn)
      throws IOException, InterruptedException {
    this.group = group;
    this.settings = settings;
    this.loop = group.next();
    Equipment equipment = equipmentOn.apply(loop);
    this.hub = equipment.hub();
    this.connections =
        new ConnectionRegistry(hub.activity(), new TurnScheduler(loop, hub.nanoTime()));
    this.flusher = new Flusher(loop, settings.maxBacklogInAll(), hub.memory());
    this.certificates =
        settings.tls() == null ? null : ServerCertificates.watch(settings.tls(), hub.clock());
    this.sockets = new DefaultChannelGroup(loop);
    this.listener = listen(transport, equipment);
    loop.scheduleAtFixedRate(
        hub.activity()::tick, LOG_TICK_MILLIS, LOG_TICK_MILLIS, TimeUnit.MILLISECONDS);
    loop.scheduleAtFixedRate(hub::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    loop.scheduleAtFixedRate(connections::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Starts listening. {@code hubOn} creates the hub that runs on the server's event loop. */
  public static BusServer start(ServerSettings settings, Function<EventLoop, Hub> hubOn)
      throws IOException, InterruptedException {
    return startEquipped(settings, loop -> new Equipment(hubOn.apply(loop), List.of()));
  }

  public static BusServer startEquipped(
      ServerSettings settings, Function<EventLoop, Equipment> equipmentOn)
      throws IOException, InterruptedException {
    SocketTransport transport = SocketTransport.best();
    EventLoopGroup group = transport.newGroup();
    try {
      return new BusServer(transport, group, settings, equipmentOn);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw failed;
    }
  }

  private Channel listen(SocketTransport transport, Equipment equipment)
      throws IOException, InterruptedException {
    var dialects = new ArrayList<Dialect>(Dialects.all(hub.clock()));
    dialects.add(Dialects.REQUEST);
    dialects.addAll(equipment.moreDialects());
    var prover = new ListenerProver(hub, equipment.proofKey());
    var reception = new UpgradeHandler(hub, settings, dialects, connections, flusher, prover);
    var bound =
        new ServerBootstrap()
            .group(loop)
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, 4_096)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, oneReadPerTurn())
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    sockets.add(channel);
                    AcceptedConnection connection = reception.accept(channel);
                    ChannelPipeline pipeline = channel.pipeline();
                    if (certificates != null) {
                      pipeline.addLast(
                          certificates.newHandler(channel.alloc(), settings.timeout()));
                    }
                    pipeline
                        .addLast(new HttpServerCodec(HTTP_LIMITS))
                        .addLast(new HttpObjectAggregator(MAX_HTTP_BYTES))
                        .addLast(new HttpRequestHandler(reception, connection));
                  }
                })
            .bind(settings.host(), settings.port())
            .await();
    if (!bound.isSuccess()) {
      stopWatching();
      throw new IOException(
          "cannot listen on " + settings.host() + ":" + settings.port(), bound.cause());
    }
    return bound.channel();
  }

  /** A connection with much to read must not delay others. */
  private static RecvByteBufAllocator oneReadPerTurn() {
    return new AdaptiveRecvByteBufAllocator(1024, 4 * 1024, MAX_READ_BYTES).maxMessagesPerRead(1);
  }

  /** Other threads use {@link Hub#execute}. */
  public Hub hub() {
    return hub;
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Returns the bytes that wait for all sockets. Safe for any thread except the event loop. */
  long waitingBytes() throws InterruptedException {
    return loop.submit(flusher::waitingInAll).await().getNow();
  }

  /** Safe for any thread except the event loop. */
  int connections() throws InterruptedException {
    return loop.submit(connections::size).await().getNow();
  }

  /** Stops accepting, waits a limited time for messages in flight, then closes every connection. */
  public void drain() throws InterruptedException {
    listener.close().await();
    var quiet = new CompletableFuture<Void>();
    long giveUpAt = System.nanoTime() + settings.drainFor().toNanos();
    loop.execute(
        () -> {
          hub.drain();
          checkQuiet(giveUpAt, quiet);
        });
    quiet.join();
    loop.submit(connections::goAway).await();
  }

  private void checkQuiet(long giveUpAt, CompletableFuture<Void> quiet) {
    if (hub.isQuiet() || System.nanoTime() - giveUpAt >= 0) {
      quiet.complete(null);
    } else {
      loop.schedule(() -> checkQuiet(giveUpAt, quiet), DRAIN_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** The caller must close the activity log afterwards. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    // An event loop that ends sometimes leaves a socket open, and its peer would notice nothing.
    sockets.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
    stopWatching();
  }

  private void stopWatching() {
    if (certificates != null) {
      certificates.close();
    }
  }
}
