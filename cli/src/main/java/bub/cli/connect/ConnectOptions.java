package bub.cli.connect;

import bub.cli.option.InSection;
import bub.cli.option.InputFile;
import bub.cli.option.NetworkUrl.BusUrl;
import bub.cli.option.Section;
import bub.client.Backoff;
import bub.client.BusClient;
import bub.client.ClientSettings;
import bub.client.NotConnected;
import bub.client.TokenSource;
import bub.client.transport.Connector;
import bub.client.transport.ProofDemand;
import bub.client.transport.ProofDemand.Otherwise;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import bub.protocol.Pattern;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that connects to a bus. */
@InSection(Section.CONNECTION)
public final class ConnectOptions {
  static final String USUAL_URL = "ws://127.0.0.1:7892";

  private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(5);

  @Option(
      names = {"--url", "--bus-url"},
      paramLabel = "URL",
      converter = BusUrl.class,
      description =
          "URL of the bus (default: the bus of this run directory, or " + USUAL_URL + ").")
  private @Nullable URI url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      converter = InputFile.class,
      description = "Read the token for a locked bus from FILE (default: the token of this user).")
  private @Nullable Path tokenFile;

  @Mixin private DirectoryOptions directories = new DirectoryOptions();

  @Mixin private TrustOptions trust = new TrustOptions();

  public URI url() {
    if (url != null) {
      return url;
    }
    URI own = RunFiles.url(directories.resolve().run());
    return own == null ? URI.create(USUAL_URL) : own;
  }

  public BusClient connect() throws NotConnected, InterruptedException {
    return client().connect();
  }

  /**
   * Covers only this user's names: another name has its own token from the lobby. Reads the file at
   * every connect, because the bus may be locked later.
   */
  private TokenSource localToken(Address name) {
    if (!TokenAdministration.LOCAL_CLIENTS.matches(name.value())) {
      return TokenSource.none();
    }
    Path own = TokenAdministration.localToken(directories.resolve());
    return () -> Files.isReadable(own) ? TokenSource.file(own).read() : null;
  }

  /** Returns null when the option was not given. */
  public @Nullable Path tokenFile() {
    return tokenFile;
  }

  public BubDirectories directories() {
    return directories.resolve();
  }

  public BusClient client() {
    return client(ownName());
  }

  private static Address ownName() {
    return new Address(
        "cli:%d-%04x"
            .formatted(
                ProcessHandle.current().pid(), ThreadLocalRandom.current().nextInt(0x10000)));
  }

  /** Returns the file that stores the token of a lobby id for this user's commands. */
  public Path lobbyToken(String id) {
    String name = id.replaceAll("[^A-Za-z0-9_.-]", "_") + ".token";
    return directories.resolve().state().resolve("lobby-tokens").resolve(name);
  }

  public BusClient client(Address name) {
    return client(settings(name, localToken(name)));
  }

  public BusClient chatClient(Address chat) {
    return reconnectingClient(chat, new LocalTokens(directories.resolve()).ofChat(chat));
  }

  public BusClient bridgeClient(Address bridge) {
    return reconnectingClient(bridge, new LocalTokens(directories.resolve()).ofTelegram(bridge));
  }

  public BusClient consoleClient(Address console, List<Pattern> writing) {
    TokenSource token = new LocalTokens(directories.resolve()).ofConsole(console, writing);
    return reconnectingClient(console, token);
  }

  /** Reconnects soon after the bus is back. */
  private BusClient reconnectingClient(Address name, TokenSource usualToken) {
    return client(settings(name, usualToken).withReconnect(Backoff.WATCHED));
  }

  BusClient watchingClient() {
    return watchingClient(ownName());
  }

  BusClient watchingClient(Address name) {
    return client(
        settings(name, localToken(name))
            .withReconnect(Backoff.WATCHED)
            .withCallTimeout(LOOK_TIMEOUT));
  }

  private BusClient client(ClientSettings settings) {
    Line line = line(settings.url(), settings.connectTimeout(), settings.token());
    return BusClient.over(settings.withToken(line.token()), line.connector());
  }

  private ClientSettings settings(Address name, TokenSource usualToken) {
    return ClientSettings.of(url(), name)
        .withClientInfo(new ClientInfo("bub-cli", ClientInfo.VERSION))
        .withToken(usualToken);
  }

  public record Line(Connector connector, TokenSource token) {}

  /**
   * Unless the user named bus and token, only the proven bus of the run directory gets the token: a
   * url file may be older than the program that listens there now.
   */
  public Line line(URI bus, Duration timeout, TokenSource usualToken) {
    TokenSource token = tokenFile == null ? usualToken : TokenSource.file(tokenFile);
    WebSocketConnector way = trusted(bus, timeout);
    if (url != null && tokenFile != null) {
      return new Line(way, token);
    }
    Path run = directories.resolve().run();
    var demand =
        new ProofDemand(
            () -> RunFiles.proofKey(run),
            url == null ? Otherwise.REFUSE : Otherwise.STAY_ANONYMOUS);
    return new Line(way.demanding(demand), token.onlyIf(demand::isMet));
  }

  public List<String> trustArguments() {
    return trust.arguments();
  }

  public WebSocketConnector connector(URI bus, Duration timeout) {
    return trusted(bus, timeout);
  }

  /** The client demands a proof before it presents its token. */
  public WebSocketConnector connector(URI bus, Duration timeout, ProofDemand demand) {
    return trusted(bus, timeout).demanding(demand);
  }

  private WebSocketConnector trusted(URI bus, Duration timeout) {
    return trust.apply(WebSocketConnector.to(bus).within(timeout));
  }
}
