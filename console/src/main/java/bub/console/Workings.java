package bub.console;

import bub.channel.ChannelFacts;
import bub.channel.ChatHouse;
import bub.channel.store.ChatLimits;
import bub.channel.store.ChatStore;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.client.Surroundings;
import bub.client.files.WorkspaceLogs;
import bub.client.lobby.LobbyClient;
import bub.client.lobby.record.RecordCodec;
import bub.console.api.ChannelChats;
import bub.console.api.ChatDesk;
import bub.console.api.LobbyDesk;
import bub.console.api.LoginDesk;
import bub.console.api.MessageDesk;
import bub.console.api.Prometheus;
import bub.console.api.SendDesk;
import bub.console.api.SessionDesk;
import bub.console.api.StatusDesk;
import bub.console.http.Access;
import bub.console.http.ApiRefusal;
import bub.console.http.DoorSettings;
import bub.console.http.Endpoint;
import bub.console.http.Exchange;
import bub.console.http.RpcRoute;
import bub.console.http.WebServer;
import bub.console.http.WebServer.Plain;
import bub.console.live.EventRing;
import bub.console.live.EventStream;
import bub.console.live.WebEdge;
import bub.console.login.LoginCodes;
import bub.console.login.LoginSessions;
import bub.console.login.PrivateDirectory;
import bub.console.login.Role;
import bub.console.login.WrongCodes;
import bub.console.rpc.RpcForwarder;
import bub.console.view.Hello;
import bub.console.watch.BusWatch;
import bub.console.watch.Rhythm;
import bub.jsonrpc.RpcException;
import bub.protocol.ClientInfo;
import bub.protocol.message.ChatId;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts of a console, put together. */
final class Workings implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Workings.class);

  // A stream holds its connection, so streams never take all of them.
  private static final int STREAM_PART = 2;
  private static final String SYSTEM_AGENT = "agent:system";

  private final ConsoleSettings settings;
  private final Surroundings surroundings;
  private final BusClient client;
  private final LobbyClient lobby;
  private final LoginCodes codes;
  private final LoginSessions sessions;
  private final EventRing ring = new EventRing();
  private final WebEdge edge = new WebEdge(ring);
  private final EventStream stream;
  private final BusWatch watch;
  private final ChatStore store;
  private final ChatHouse house;

  private Workings(
      ConsoleSettings settings,
      BusClient client,
      LoginCodes codes,
      Surroundings surroundings,
      Rhythm rhythm,
      ChatStore store) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.client = client;
    this.codes = codes;
    this.store = store;
    sessions = LoginSessions.with(surroundings.time());
    lobby = LobbyClient.of(client);
    stream =
        new EventStream(
            ring,
            newName(),
            rhythm.heartbeat(),
            () -> RecordCodec.json(hello()),
            settings.limits().connections() / STREAM_PART);
    watch = new BusWatch(client, surroundings, rhythm, ring, stream::browsers);
    house = new ChatHouse(ChannelFacts.WEB, settings.house(), store, client, edge, surroundings);
  }

  static Workings open(
      ConsoleSettings settings,
      BusClient client,
      LoginCodes codes,
      Surroundings surroundings,
      Rhythm rhythm)
      throws IOException {
    Path chats = chatDirectory(settings.stateDir().resolve("chats"));
    ChatStore store =
        ChatStore.openForServing(
            chats.resolve("web.db"), ChatLimits.standard(), surroundings.time());
    return new Workings(settings, client, codes, surroundings, rhythm, store);
  }

  /** A disk that does not take the directory does not take the store either, which says so. */
  private static Path chatDirectory(Path directory) {
    try {
      return PrivateDirectory.create(directory);
    } catch (IOException failed) {
      LOG.debug("{} cannot be made", directory, failed);
      return directory;
    }
  }

  /** Connects, now or later. */
  void begin() throws RpcException, NoAnswer, InterruptedException {
    watch.onChange(new BusNews());
    watch.start();
    house.start();
  }

  /**
   * Opens the door at the first port that is free.
   *
   * @throws BindException when none is
   */
  WebServer serve() throws IOException {
    Iterator<Integer> ports = settings.ports().iterator();
    while (true) {
      try {
        return serve(ports.next());
      } catch (BindException taken) {
        if (!ports.hasNext()) {
          throw taken;
        }
      }
    }
  }

  private WebServer serve(int port) throws IOException {
    var door =
        new DoorSettings(
            settings.host(),
            port,
            settings.limits(),
            settings.hosts(),
            settings.behindTlsProxy(),
            sessions,
            settings.loginNeeded(),
            most());
    return WebServer.start(
        door,
        endpoints(),
        List.of(
            new Plain(
                "/api/stream",
                "text/event-stream",
                "What happens, as it happens.",
                Access.VIEWERS,
                this::stream),
            new Plain(
                "/metrics",
                "text/plain",
                "Figures for Prometheus.",
                metricsAccess(),
                this::metrics)),
        new RpcRoute(new RpcForwarder(client, takesAnonymousCalls())::answer));
  }

  /** Whoever reaches this port could reach an open bus as well, unless a proxy let them in. */
  private boolean takesAnonymousCalls() {
    return !settings.behindTlsProxy() && !settings.readOnly();
  }

  boolean isLocked() {
    return settings.loginNeeded().getAsBoolean();
  }

  private Role most() {
    return settings.readOnly() ? Role.VIEWER : Role.OPERATOR;
  }

  private List<Endpoint<?, ?>> endpoints() {
    WorkspaceLogs logs = WorkspaceLogs.in(settings.stateDir().resolve("workspaces"));
    var log = new MessageDesk(client, System::nanoTime);
    var all = new ArrayList<Endpoint<?, ?>>();
    all.addAll(
        new LoginDesk(
                codes,
                sessions,
                new WrongCodes(surroundings.time()),
                settings.loginNeeded(),
                most(),
                surroundings.time())
            .endpoints());
    all.addAll(new StatusDesk(watch, surroundings.time()).endpoints());
    all.addAll(log.endpoints());
    all.addAll(new SendDesk(client, surroundings, log, settings.writing()).endpoints());
    var sessionDesk = new SessionDesk(client, logs);
    all.addAll(sessionDesk.endpoints());
    all.addAll(new LobbyDesk(lobby, System::nanoTime).endpoints());
    var others =
        new ChannelChats(
            client, sessionDesk, this::hasSystemAgent, settings.writing(), surroundings);
    all.addAll(new ChatDesk(house, store, edge, others, () -> new ChatId(newName())).endpoints());
    return all;
  }

  private boolean hasSystemAgent() {
    return watch.peers().peers().stream().anyMatch(peer -> peer.clientId().equals(SYSTEM_AGENT));
  }

  private static String newName() {
    return UUID.randomUUID().toString().substring(0, 8);
  }

  private Hello hello() {
    return new Hello(surroundings.time().now().toString(), ClientInfo.VERSION, watch.bus());
  }

  private void stream(Exchange exchange) throws ApiRefusal, IOException, InterruptedException {
    OutputStream out = exchange.stream("text/event-stream");
    if (!stream.send(out, exchange.header("Last-Event-ID"), exchange::isWelcome)) {
      throw ApiRefusal.busy("too many browsers look at this already");
    }
  }

  /** Prometheus cannot log in; where strangers cannot reach it, it need not. */
  private Access metricsAccess() {
    return settings.behindTlsProxy() ? Access.VIEWERS : Access.EVERYBODY;
  }

  private void metrics(Exchange exchange) throws InterruptedException {
    exchange.text(Prometheus.CONTENT_TYPE, new Prometheus(watch, stream::browsers).text());
  }

  void endStreams() {
    ring.close();
  }

  @Override
  public void close() {
    ring.close();
    watch.close();
    house.close();
    client.close();
    try {
      store.close();
    } catch (IOException leftOpen) {
      LOG.warn("the chats could not be closed", leftOpen);
    }
  }
}
