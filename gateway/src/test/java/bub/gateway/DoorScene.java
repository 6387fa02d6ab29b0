package bub.gateway;

import static java.util.Objects.requireNonNull;

import bub.bus.BusLimits;
import bub.bus.Hub;
import bub.bus.activity.file.ActivitySettings;
import bub.bus.activity.log.SqliteActivityLog;
import bub.bus.lobby.LobbyDialect;
import bub.bus.lobby.LobbyService;
import bub.bus.policy.BusLock;
import bub.bus.policy.Principal;
import bub.bus.policy.StoredToken;
import bub.bus.policy.TokenSecret;
import bub.bus.server.BusServer;
import bub.bus.server.BusServer.Equipment;
import bub.bus.server.ServerSettings;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.MessageHandler;
import bub.client.TimeSource;
import bub.client.discovery.ProvenPlace;
import bub.client.lobby.LobbyClient;
import bub.console.Console;
import bub.console.ConsoleSettings;
import bub.console.RunningConsole;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginCodes;
import bub.gateway.a2a.A2aSettings;
import bub.gateway.chat.ChatTimeouts;
import bub.gateway.oauth.TokenIssuer.IssuedToken;
import bub.json.InvalidJson;
import bub.json.RawJson;
import bub.lobby.AgentLobby;
import bub.lobby.LobbySettings;
import bub.lobby.store.LobbyStore;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import bub.protocol.Envelope;
import bub.protocol.Pattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A real bus with its lobby, a console and the doors on its port. */
public final class DoorScene implements AutoCloseable {
  private static final Set<DoorName> ALL_DOORS = Set.copyOf(EnumSet.allOf(DoorName.class));
  private static final Backoff AT_ONCE = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));

  /** Time of the doors. */
  public final JumpingTime time = new JumpingTime();

  private final SqliteActivityLog activity;
  private final BusServer server;
  private final AtomicReference<AgentLobby> lobby = new AtomicReference<>();
  private final List<StoredToken> grants = new ArrayList<>();
  private final List<BusClient> peers = new ArrayList<>();
  private final String gatewayToken;
  private final String consoleToken;
  private final Gateway gateway;
  private final Console console;
  private final Path state;
  private volatile boolean isLocked;

  public DoorScene(Path directory) throws Exception {
    this(directory, ChatTimeouts.standard());
  }

  public DoorScene(Path directory, ChatTimeouts timeouts) throws Exception {
    this(directory, timeouts, true);
  }

  /** {@code allowsPrivate}: A2A may call webhooks and agents on this machine. */
  public DoorScene(Path directory, ChatTimeouts timeouts, boolean allowsPrivate) throws Exception {
    this(directory, timeouts, allowsPrivate, Set.of(), ALL_DOORS);
  }

  /** Serves these host names, too, which lead here through a proxy. */
  public static DoorScene behind(Path directory, Set<String> hosts) throws Exception {
    return new DoorScene(directory, ChatTimeouts.standard(), true, hosts, ALL_DOORS);
  }

  /** Opens only these doors. */
  public static DoorScene serving(Path directory, Set<DoorName> doors) throws Exception {
    return new DoorScene(directory, ChatTimeouts.standard(), true, Set.of(), doors);
  }

  private DoorScene(
      Path directory,
      ChatTimeouts timeouts,
      boolean allowsPrivate,
      Set<String> hosts,
      Set<DoorName> doors)
      throws Exception {
    activity =
        SqliteActivityLog.open(
            ActivitySettings.in(directory.resolve("activity.db")), DoorScene::epochMicros);
    LobbyStore store = LobbyStore.open(directory.resolve("lobby.db"));
    server =
        BusServer.startEquipped(
            ServerSettings.on("127.0.0.1", 0),
            loop ->
                equip(
                    new Hub(
                        new Hub.Environment(
                            "bus",
                            BusLimits.standard(),
                            activity,
                            loop,
                            Clock.systemUTC(),
                            System::nanoTime,
                            42)),
                    store));
    gatewayToken = token(Gateway.ADDRESS.value(), Gateway.CHATS, true, Set.of());
    consoleToken = token("agent:console", List.of(Pattern.of("web:*")), true, Set.of());
    state = Files.createDirectories(directory.resolve("state"));
    gateway =
        Gateway.start(
            client(Gateway.ADDRESS.value(), gatewayToken),
            new GatewaySettings(
                state,
                doors,
                () -> isLocked,
                true,
                A2aSettings.in(directory.resolve("gateway"), allowsPrivate),
                ConversationStarters.of("What can you do?"),
                this::issue),
            time.environment(),
            timeouts);
    console =
        Console.start(
            ConsoleSettings.of(state).withPort(0).withHosts(hosts).withLoginNeeded(() -> isLocked),
            gateway.mounts(),
            name -> client(name.value(), consoleToken));
  }

  private Equipment equip(Hub hub, LobbyStore store) {
    try {
      AgentLobby opened =
          AgentLobby.open(
              LobbySettings.standard(),
              store,
              new AgentLobby.Environment(
                  hub.clock(), UUID::randomUUID, hub::execute, id -> hub.find(id) != null));
      lobby.set(opened);
      LobbyService.open(hub, opened);
      return new Equipment(hub, List.of(new LobbyDialect(opened)));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static long epochMicros() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  /** Creates a token; {@link #lock} makes the bus require it. */
  public String token(String clientId, List<Pattern> more, boolean operator, Set<String> types) {
    TokenSecret secret = TokenSecret.random(new SecureRandom());
    var principal =
        new Principal(
            secret.id(),
            Pattern.exactly(new Address(clientId)),
            more,
            more,
            types,
            false,
            operator,
            null);
    grants.add(new StoredToken(principal, secret.hash(), Instant.now()));
    return secret.text();
  }

  /** Creates a token that may read these workspaces. */
  public String readerToken(String clientId, String workspaces) {
    String text = token(clientId);
    StoredToken plain = grants.removeLast();
    grants.add(
        new StoredToken(
            plain.principal().withWorkspaces(List.of(Pattern.of(workspaces))),
            plain.hash(),
            plain.createdAt()));
    return text;
  }

  public String token(String clientId) {
    return token(clientId, List.of(), false, Set.of());
  }

  /** As the token file of a running bub: the bus learns of the token a moment later. */
  private IssuedToken issue(String clientName) {
    String text = token("mcp:" + clientName.toLowerCase(Locale.ROOT).replace(' ', '-'));
    lock();
    return new IssuedToken(text, Duration.ofDays(1));
  }

  /** Returns a code with which a browser logs in to the console. */
  public String loginCode(ConsoleRole role) throws IOException {
    return LoginCodes.in(state.resolve("console"), TimeSource.system()).create(role);
  }

  public void lock() {
    BusLock lock = BusLock.of(grants, Clock.systemUTC());
    server.hub().execute(() -> server.hub().use(lock));
    isLocked = true;
  }

  public BusClient client(String name, @Nullable String token) {
    var settings = ClientSettings.of(URI.create(busUrl()), address(name));
    return BusClient.of(settings.withReconnect(AT_ONCE).withToken(() -> token));
  }

  private static Address address(String name) {
    return new Address(name);
  }

  public BusClient peer(String name, MessageHandler handler) throws Exception {
    return peer(name, null, handler);
  }

  public BusClient peer(String name, @Nullable String token, MessageHandler handler)
      throws Exception {
    BusClient peer = client(name, token).serveEvery(handler);
    peers.add(peer);
    return peer.connect();
  }

  /** A peer that offers capabilities. */
  public LobbyClient provider(String name) throws Exception {
    return provider(name, _ -> {});
  }

  /** A provider that also gets other messages. */
  public LobbyClient provider(String name, Consumer<Envelope> others) throws Exception {
    BusClient peer = client(name, null);
    LobbyClient offers = LobbyClient.of(peer);
    peer.serveEvery(
        envelope -> {
          others.accept(envelope);
          return Ack.ok("noted");
        });
    peers.add(peer);
    peer.connect();
    // From here on, an offer returns when the lobby has it.
    if (!offers.awaitRegistered(Duration.ofMinutes(1))) {
      throw new IllegalStateException("the lobby does not answer " + name);
    }
    return offers;
  }

  public Path state() {
    return state;
  }

  /** Finds the doors as a command of this user does. */
  public ProvenPlace place() throws IOException {
    return requireNonNull(RunningConsole.place(state));
  }

  public URI url(String path) {
    return console.url().resolve(path);
  }

  public String busUrl() {
    return "ws://127.0.0.1:" + server.port();
  }

  public static RawJson json(String text) throws InvalidJson {
    return RawJson.parse(text);
  }

  @Override
  public void close() {
    console.close();
    gateway.close();
    peers.forEach(BusClient::close);
    server.close();
    activity.close();
    lobby.get().close();
  }
}
