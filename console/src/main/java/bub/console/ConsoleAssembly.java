package bub.console;

import bub.channel.http.HttpMount;
import bub.channel.web.WebChat;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.client.files.WorkspaceLogs;
import bub.client.lobby.LobbyClient;
import bub.console.api.ChannelChats;
import bub.console.api.ChatApi;
import bub.console.api.ClusterApi;
import bub.console.api.CostApi;
import bub.console.api.LobbyApi;
import bub.console.api.LoginApi;
import bub.console.api.MessageApi;
import bub.console.api.Prometheus;
import bub.console.api.SendApi;
import bub.console.api.SessionApi;
import bub.console.api.StatusApi;
import bub.console.api.TraceApi;
import bub.console.http.ApiRefusal;
import bub.console.http.Endpoint;
import bub.console.http.EndpointAccess;
import bub.console.http.HttpSettings;
import bub.console.http.RawExchange;
import bub.console.http.RpcRoute;
import bub.console.http.WebServer;
import bub.console.http.WebServer.Plain;
import bub.console.live.ChatEvents;
import bub.console.live.EventRing;
import bub.console.live.EventStream;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.console.login.LoginSessions;
import bub.console.login.WrongCodes;
import bub.console.rpc.RpcForwarder;
import bub.console.view.LoginViews.Hello;
import bub.console.watch.BusWatch;
import bub.console.watch.WatchIntervals;
import bub.json.record.RecordCodec;
import bub.jsonrpc.RpcException;
import bub.protocol.ClientInfo;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a console, connected. */
final class ConsoleAssembly implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleAssembly.class);

  // Streams hold their connections, so they may use only a part of them.
  private static final int STREAM_PART = 2;
  private static final String SYSTEM_AGENT = "agent:system";

  private final ConsoleSettings settings;
  private final ClientEnvironment environment;
  private final BusClient client;
  private final LobbyClient lobby;
  private final LoginCodes codes;
  private final LoginSessions sessions;
  private final EventRing ring;
  private final EventStream stream;
  private final BusWatch watch;
  private final WebChat chats;
  private final String proofKey;

  private ConsoleAssembly(
      ConsoleSettings settings,
      BusClient client,
      LoginCodes codes,
      ClientEnvironment environment,
      WatchIntervals intervals,
      EventRing ring,
      WebChat chats,
      String proofKey) {
    this.proofKey = proofKey;
    this.settings = settings;
    this.environment = environment;
    this.client = client;
    this.codes = codes;
    this.ring = ring;
    this.chats = chats;
    sessions = LoginSessions.with(environment.time());
    lobby = LobbyClient.of(client);
    stream =
        new EventStream(
            ring,
            newName(),
            intervals.heartbeat(),
            () -> RecordCodec.json(hello()),
            settings.limits().connections() / STREAM_PART);
    watch = new BusWatch(client, environment, intervals, ring, stream::browsers);
  }

  static ConsoleAssembly open(
      ConsoleSettings settings,
      BusClient client,
      LoginCodes codes,
      ClientEnvironment environment,
      WatchIntervals intervals,
      String proofKey)
      throws IOException {
    var ring = new EventRing();
    WebChat chats =
        WebChat.open(
            settings.stateDir(), settings.chats(), client, new ChatEvents(ring), environment);
    return new ConsoleAssembly(
        settings, client, codes, environment, intervals, ring, chats, proofKey);
  }

  void begin() throws RpcException, NoAnswer, InterruptedException {
    watch.onChange(new BusOutageLog());
    watch.start();
    chats.start();
  }

  /** Takes the first free port. */
  WebServer serve(List<HttpMount> mounts) throws IOException {
    Iterator<Integer> ports = settings.ports().iterator();
    while (true) {
      try {
        return serve(ports.next(), mounts);
      } catch (BindException taken) {
        if (!ports.hasNext()) {
          throw taken;
        }
      }
    }
  }

  private WebServer serve(int port, List<HttpMount> mounts) throws IOException {
    var door =
        new HttpSettings(
            settings.host(),
            port,
            settings.limits(),
            settings.hosts(),
            settings.behindTlsProxy(),
            sessions,
            settings.loginNeeded(),
            most(),
            proofKey);
    return WebServer.start(
        door,
        endpoints(),
        List.of(
            new Plain(
                "/api/stream",
                "text/event-stream",
                "Streams live events.",
                EndpointAccess.VIEWERS,
                this::stream),
            new Plain(
                "/metrics",
                "text/plain",
                "Returns metrics for Prometheus.",
                metricsAccess(),
                this::metrics)),
        new RpcRoute(new RpcForwarder(client, takesAnonymousCalls())::answer),
        mounts);
  }

  /** Without a proxy, a caller of this port could also reach an open bus directly. */
  private boolean takesAnonymousCalls() {
    return !settings.behindTlsProxy() && !settings.readOnly();
  }

  boolean isLocked() {
    return settings.loginNeeded().getAsBoolean();
  }

  private ConsoleRole most() {
    return settings.readOnly() ? ConsoleRole.VIEWER : ConsoleRole.OPERATOR;
  }

  private List<Endpoint<?, ?>> endpoints() {
    WorkspaceLogs logs = WorkspaceLogs.in(settings.stateDir().resolve("workspaces"));
    var log = new MessageApi(client, System::nanoTime);
    var all = new ArrayList<Endpoint<?, ?>>();
    all.addAll(
        new LoginApi(
                codes,
                sessions,
                new WrongCodes(environment.time()),
                settings.loginNeeded(),
                most(),
                environment.time())
            .endpoints());
    all.addAll(new StatusApi(watch, environment.time()).endpoints());
    all.addAll(new ClusterApi(client, watch).endpoints());
    all.addAll(log.endpoints());
    all.addAll(new TraceApi(client, environment.time()).endpoints());
    all.addAll(new CostApi(client, environment.time()).endpoints());
    all.addAll(new SendApi(client, environment, log, settings.writing()).endpoints());
    var sessionDesk = new SessionApi(client, logs);
    all.addAll(sessionDesk.endpoints());
    all.addAll(new LobbyApi(lobby, System::nanoTime).endpoints());
    var others =
        new ChannelChats(
            client, sessionDesk, this::hasSystemAgent, settings.writing(), environment);
    all.addAll(new ChatApi(chats, others, () -> new ChatId(newName())).endpoints());
    return all;
  }

  private boolean hasSystemAgent() {
    return watch.peers().peers().stream().anyMatch(peer -> peer.clientId().equals(SYSTEM_AGENT));
  }

  private static String newName() {
    return UUID.randomUUID().toString().substring(0, 8);
  }

  private Hello hello() {
    return new Hello(environment.time().now().toString(), ClientInfo.VERSION, watch.bus());
  }

  private void stream(RawExchange exchange) throws ApiRefusal, IOException, InterruptedException {
    OutputStream out = exchange.stream("text/event-stream");
    if (!stream.send(out, exchange.header("Last-Event-ID"), exchange::isWelcome)) {
      throw ApiRefusal.busy("too many browsers have this console open");
    }
  }

  /** Prometheus cannot log in, and need not if the network cannot reach the port. */
  private EndpointAccess metricsAccess() {
    return settings.behindTlsProxy() ? EndpointAccess.VIEWERS : EndpointAccess.EVERYBODY;
  }

  private void metrics(RawExchange exchange) throws InterruptedException {
    exchange.text(Prometheus.CONTENT_TYPE, new Prometheus(watch, stream::browsers).text());
  }

  void endStreams() {
    ring.close();
  }

  @Override
  public void close() {
    ring.close();
    watch.close();
    try {
      chats.close();
    } catch (IOException leftOpen) {
      LOG.warn("Could not close the chat store", leftOpen);
    }
  }
}
