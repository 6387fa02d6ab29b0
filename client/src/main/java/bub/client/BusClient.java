package bub.client;

import bub.client.transport.Connector;
import bub.client.transport.WebSocketConnector;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.Link;
import bub.jsonrpc.Reply;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.ActivityFilter;
import bub.protocol.ActivityRows;
import bub.protocol.Address;
import bub.protocol.CloseCodes;
import bub.protocol.ClusterStatus;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Metrics;
import bub.protocol.NotifyParams;
import bub.protocol.Pattern;
import bub.protocol.PingResult;
import bub.protocol.Receipt;
import bub.protocol.SendResult;
import bub.protocol.Status;
import bub.protocol.Subscription;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Peer of the bus that reconnects by itself. Safe for any thread; calls block, and fail at once
 * while there is no connection.
 */
public final class BusClient implements AutoCloseable {
  /** The bus's limit of 1 MiB per message, less room for addresses, id and JSON. */
  public static final int MAX_PAYLOAD = 1024 * 1024 - 8 * 1024;

  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final ClientSettings settings;
  private final ClientEnvironment environment;
  private final ConnectionState presence;
  private final DesiredSubscriptions subscriptions;
  private final IncomingMessages incoming;
  private final CurrentToken identity;
  private final Connector connector;
  private final Thread reconnecting;
  private final AtomicBoolean started = new AtomicBoolean();

  public BusClient(ClientSettings settings, Connector connector, ClientEnvironment environment) {
    this.settings = settings;
    this.environment = environment;
    this.connector = connector;
    this.presence = new ConnectionState(settings.url());
    this.subscriptions = new DesiredSubscriptions(presence, settings.callTimeout());
    this.incoming = new IncomingMessages(settings.clientId(), settings.maxHandlers());
    this.identity = new CurrentToken(settings.token());
    var introduced = settings.withToken(identity);
    var life =
        new ReconnectLoop(introduced, environment, connector, incoming, presence, subscriptions);
    this.reconnecting = Thread.ofVirtual().name("bub-" + settings.clientId()).unstarted(life);
  }

  public static BusClient of(ClientSettings settings) {
    return over(settings, WebSocketConnector.to(settings.url()).within(settings.connectTimeout()));
  }

  public static BusClient over(ClientSettings settings, Connector connector) {
    return new BusClient(settings, connector, ClientEnvironment.system());
  }

  // ---- connection

  /** Connects and waits for the result. A client whose first attempt fails is closed. */
  public BusClient connect() throws NotConnected, InterruptedException {
    start();
    try {
      presence.awaitFirstAttempt();
      return this;
    } catch (NotConnected failed) {
      close();
      throw failed;
    }
  }

  public BusClient start() {
    if (started.compareAndSet(false, true) && presence.leave(new ClientState.Connecting(null))) {
      reconnecting.start();
    }
    return this;
  }

  public void awaitConnected(Duration atMost) throws NotConnected, InterruptedException {
    presence.await(atMost);
  }

  public ClientState state() {
    return presence.state();
  }

  /** Adds a listener for all later states, in order; it must not block. */
  public BusClient onState(Consumer<ClientState> listener) {
    presence.listen(listener);
    return this;
  }

  public Address clientId() {
    return settings.clientId();
  }

  /** Sets the token for settings that have none; call it before the client connects. */
  public BusClient identifyBy(TokenSource token) {
    identity.presentOtherwise(token);
    return this;
  }

  /** Disconnects after a short wait for open answers. */
  @Override
  public void close() {
    ClientSession last = presence.sessionIfAny();
    if (last != null) {
      awaitBriefly(incoming::awaitAnswered);
    }
    presence.leave(new ClientState.Stopped("closed"));
    presence.tell();
    subscriptions.watch(null);
    if (last != null) {
      last.close(CloseCodes.NORMAL, "bye");
      awaitBriefly(last::awaitFarewell);
    }
    endReconnecting();
  }

  /** An attempt in progress could later replace the connection of the next client. */
  private void endReconnecting() {
    reconnecting.interrupt();
    boolean hasRun = reconnecting.getState() != Thread.State.NEW;
    if (hasRun && !Thread.currentThread().equals(reconnecting)) {
      awaitBriefly(reconnecting::join);
    }
  }

  private interface Wait {
    void await(Duration atMost) throws InterruptedException;
  }

  private static void awaitBriefly(Wait wait) {
    try {
      wait.await(FAREWELL);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Link to another path of this bus, connected but not opened; the caller closes it. */
  public Link dial(String path) throws IOException, InterruptedException {
    return connector.at(path).connect();
  }

  // ---- messages

  /** Waits for the acks of all recipients. Adds the {@link CurrentCause}, if there is one. */
  public SendResult send(Envelope envelope) throws RpcException, NoAnswer, InterruptedException {
    return send(envelope, settings.callTimeout());
  }

  public SendResult send(Envelope envelope, Duration atMost)
      throws RpcException, NoAnswer, InterruptedException {
    refuseUnreadable(envelope.payload());
    return ask(Methods.SEND_MESSAGE, CurrentCause.addTo(envelope), SendResult::read, atMost);
  }

  public SendResult send(Address to, JsonValue payload)
      throws RpcException, NoAnswer, InterruptedException {
    return send(compose(to, payload));
  }

  /**
   * Sends without a receipt: a message that nobody takes is lost, and only the activity log records
   * that.
   *
   * @throws NoAnswer when there is no connection, or its queue is full
   */
  public void notify(Address to, JsonValue payload) throws RpcException, NoAnswer {
    RawJson written = payload.toRaw();
    refuseUnreadable(written);
    var notice = new NotifyParams(to, CurrentCause.addTo(written), null, null);
    presence.notify(Methods.NOTIFY, notice);
  }

  /** The bus would close the connection for such a payload; this fails only the call. */
  private static void refuseUnreadable(RawJson payload) throws RpcException {
    String problem = PayloadCheck.problem(payload);
    if (problem != null) {
      throw new RpcException(RpcError.invalidParams(problem).because("too_large"));
    }
  }

  /** Creates a message from this client with a new id and the {@link CurrentCause}. */
  public Envelope compose(Address to, JsonValue payload) {
    RawJson caused = CurrentCause.addTo(payload.toRaw());
    return new Envelope(settings.clientId(), to, environment.messageIds().get(), caused);
  }

  /**
   * Call it before the client connects. A duplicate that is still remembered gets the same ack
   * without reaching the handler.
   */
  public BusClient serve(MessageHandler handler) {
    incoming.serve(handler, RecentMessages.standard());
    return this;
  }

  /** For a handler that detects duplicates itself. */
  public BusClient serveEvery(MessageHandler handler) {
    incoming.serve(handler, null);
    return this;
  }

  /** For one payload type; other handlers do not see its messages. */
  public BusClient serve(String type, MessageHandler handler) {
    incoming.serve(type, handler, RecentMessages.standard());
    return this;
  }

  /** For one payload type, before all other handlers; see {@link AtOnceHandler}. */
  public BusClient serveAtOnce(String type, AtOnceHandler handler) {
    incoming.serveAtOnce(type, handler);
    return this;
  }

  /** Handles the messages of each sender one at a time, in order. Call it before it connects. */
  public BusClient orderBySender() {
    incoming.orderBySender();
    return this;
  }

  /** Interrupts the handlers of these messages, whose senders learn that they must not retry. */
  public int stopHandlers(Predicate<Envelope> which) {
    return incoming.stop(which);
  }

  /** Refuses new messages and waits for the handlers that run; interrupts those that are late. */
  public void drain(Duration atMost) throws InterruptedException {
    if (!incoming.drain(atMost)) {
      incoming.interruptAll();
    }
  }

  /** Lasts across connections. Returns when the bus has confirmed it, or at once when offline. */
  public void subscribe(String pattern) throws RpcException, NoAnswer, InterruptedException {
    Pattern wanted = Pattern.of(pattern);
    try {
      tell(subscriptions.add(wanted), Methods.SUBSCRIBE, new Subscription(wanted));
    } catch (RpcException refused) {
      subscriptions.remove(wanted);
      throw refused;
    }
  }

  public void unsubscribe(String pattern) throws RpcException, NoAnswer, InterruptedException {
    Pattern unwanted = Pattern.of(pattern);
    tell(subscriptions.remove(unwanted), Methods.UNSUBSCRIBE, new Subscription(unwanted));
  }

  // ---- queries

  public PingResult ping() throws RpcException, NoAnswer, InterruptedException {
    return ask(Methods.PING, RawJson.EMPTY_OBJECT, PingResult::read);
  }

  /** All connected peers, read page by page. */
  public Status status() throws RpcException, NoAnswer, InterruptedException {
    Status page = ask(Methods.GET_STATUS, Status.Query.first(), Status::read);
    var connections = new ArrayList<>(page.connections());
    var missing = new TreeSet<>(page.missingNodes());
    while (page.next() != null) {
      var next = new Status.Query(page.next(), Status.Query.MAX_LIMIT);
      page = ask(Methods.GET_STATUS, next, Status::read);
      connections.addAll(page.connections());
      missing.addAll(page.missingNodes());
    }
    return new Status(page.serverId(), connections, null, List.copyOf(missing));
  }

  /** Returns the cluster; null when the bus is not a node of one. */
  public @Nullable ClusterStatus cluster() throws RpcException, NoAnswer, InterruptedException {
    try {
      return ask(Methods.GET_CLUSTER, RawJson.EMPTY_OBJECT, ClusterStatus::read);
    } catch (RpcException refused) {
      // An older bus does not know the method.
      if (refused.error().code() == RpcError.METHOD_NOT_FOUND) {
        return null;
      }
      throw refused;
    }
  }

  public Receipt receipt(MessageId messageId) throws RpcException, NoAnswer, InterruptedException {
    return ask(Methods.GET_RECEIPT, new Receipt.Query(messageId), Receipt::read);
  }

  public Metrics metrics() throws RpcException, NoAnswer, InterruptedException {
    return ask(Methods.GET_METRICS, RawJson.EMPTY_OBJECT, Metrics::read);
  }

  public ActivityRows activity(ActivityFilter filter)
      throws RpcException, NoAnswer, InterruptedException {
    return ask(Methods.QUERY_ACTIVITY, filter, ActivityRows::read);
  }

  /**
   * Lasts across connections; one thread, in order. A new watcher replaces the old. The filter must
   * have no times: only new events come.
   */
  public void watchActivity(ActivityFilter filter, Consumer<ActivityRows> watcher)
      throws RpcException, NoAnswer, InterruptedException {
    if (filter.since() != null || filter.until() != null) {
      throw new IllegalArgumentException(
          "watchActivity reports new events only, so its filter must not have since or until");
    }
    var feed = new ActivityFeed(filter, watcher);
    feed.start();
    try {
      tell(subscriptions.watch(feed), Methods.WATCH_ACTIVITY, filter);
    } catch (RpcException refused) {
      subscriptions.watch(null);
      throw refused;
    }
  }

  private <T> T ask(String method, JsonValue params, Function<RawJson, T> reader)
      throws RpcException, NoAnswer, InterruptedException {
    return ask(method, params, reader, settings.callTimeout());
  }

  private <T> T ask(String method, JsonValue params, Function<RawJson, T> reader, Duration atMost)
      throws RpcException, NoAnswer, InterruptedException {
    RawJson result = presence.call(method, params, atMost);
    try {
      return reader.apply(result);
    } catch (InvalidField
        | IllegalStateException
        | IllegalArgumentException
        | DateTimeException odd) {
      var garbled = new Reply.Garbled(String.valueOf(odd.getMessage()));
      throw new NoAnswer(method + ": " + garbled.problem(), garbled);
    }
  }

  /** Ignores a broken connection: the next one repeats the request. */
  private void tell(@Nullable ClientSession session, String method, JsonValue params)
      throws RpcException, NoAnswer, InterruptedException {
    if (session == null) {
      return;
    }
    try {
      session.call(method, params, settings.callTimeout());
    } catch (NoAnswer failed) {
      if (!(failed.reply() instanceof Reply.Disconnected)) {
        throw failed;
      }
    }
  }
}
