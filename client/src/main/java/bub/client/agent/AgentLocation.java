package bub.client.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.client.ClientSettings;
import bub.client.TokenSource;
import bub.client.discovery.RunDirectory;
import bub.client.transport.ProofDemand;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.ClientInfo;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Id, bus and files of an agent. An agent that bub started is the one that bub named; otherwise,
 * the program's word counts, then the environment, then the run directory.
 */
record AgentLocation(
    ClientSettings settings,
    WebSocketConnector connector,
    @Nullable Path directory,
    @Nullable SpawnArguments spawn) {
  private static final String USUAL_URL = "ws://127.0.0.1:7892";

  static AgentLocation find(AgentOptions options) {
    List<String> words = options.arguments;
    SpawnArguments spawn =
        options.url != null
            ? null
            : SpawnArguments.find(words == null ? SpawnArguments.ofThisProcess() : words);
    return spawn == null ? ofProgram(options) : ofSpawned(options, spawn);
  }

  /** The bus that started this agent knows the hash of its token; no other listener does. */
  private static AgentLocation ofSpawned(AgentOptions options, SpawnArguments spawn) {
    URI url = URI.create(spawn.busUrl());
    WebSocketConnector way =
        trusted(
            WebSocketConnector.to(url),
            or(options.ca, spawn.ca(), options.variables.get("BUB_CA")),
            or(options.certificate, spawn.certificate(), options.variables.get("BUB_CLIENT_CERT")),
            or(options.key, spawn.key(), options.variables.get("BUB_CLIENT_KEY")));
    TokenSource token = TokenSource.none();
    if (spawn.tokenFile() != null) {
      TokenSource file = TokenSource.file(spawn.tokenFile());
      ProofDemand demand = ProofDemand.byToken(file::read);
      way = way.demanding(demand);
      token = file.onlyIf(demand::isMet);
    }
    Path directory =
        or(options.directory, spawn.workspace().resolve(Path.of("state", "sdk")), null);
    return located(options, spawn.clientId(), url, way, token, directory, spawn);
  }

  private static AgentLocation ofProgram(AgentOptions options) {
    if (options.clientId == null) {
      throw new IllegalArgumentException("an agent needs a client id, such as agent:shouter");
    }
    var clientId = new Address(options.clientId);
    Map<String, String> variables = options.variables;
    String named = options.url != null ? options.url : set(variables, "BUB_BUS_URL");
    Path run = runDirectory(variables);
    URI url = named != null ? URI.create(named) : urlOf(run);
    WebSocketConnector way =
        trusted(
            WebSocketConnector.to(url),
            or(options.ca, null, set(variables, "BUB_CA")),
            or(options.certificate, null, set(variables, "BUB_CLIENT_CERT")),
            or(options.key, null, set(variables, "BUB_CLIENT_KEY")));
    Path tokenFile = or(options.tokenFile, null, set(variables, "BUB_TOKEN_FILE"));
    TokenSource token = tokenFile == null ? TokenSource.none() : TokenSource.file(tokenFile);
    if (named == null) {
      // A url file may be older than the program that listens there now.
      var demand = new ProofDemand(() -> RunDirectory.proofKey(run), ProofDemand.Otherwise.REFUSE);
      way = way.demanding(demand);
      token = token.onlyIf(demand::isMet);
    }
    Path directory =
        options.directory != null ? options.directory : ownDirectory(clientId, run, variables);
    return located(options, clientId, url, way, token, directory, null);
  }

  private static AgentLocation located(
      AgentOptions options,
      Address clientId,
      URI url,
      WebSocketConnector way,
      TokenSource token,
      @Nullable Path directory,
      @Nullable SpawnArguments spawn) {
    ClientSettings settings =
        ClientSettings.of(url, clientId)
            .withClientInfo(new ClientInfo("bub-java", ClientInfo.VERSION, options.starters))
            .withToken(token)
            .withCallTimeout(options.callTimeout)
            .withMaxHandlers(options.maxHandlers);
    return new AgentLocation(
        settings,
        way.within(settings.connectTimeout()),
        options.isDurable ? directory : null,
        spawn);
  }

  private static URI urlOf(Path run) {
    RunDirectory.check(run);
    URI own = RunDirectory.url(run);
    return own == null ? URI.create(USUAL_URL) : own;
  }

  private static Path runDirectory(Map<String, String> variables) {
    String named = set(variables, "BUB_RUN_DIR");
    return named != null ? Path.of(named) : RunDirectory.standard(variables::get);
  }

  /** Directory for the files of an agent that bub did not start. */
  private static Path ownDirectory(Address clientId, Path run, Map<String, String> variables) {
    String named = set(variables, "BUB_STATE_DIR");
    Path within = run.resolve("state");
    Path state;
    if (named != null) {
      state = Path.of(named);
    } else if (set(variables, "BUB_RUN_DIR") != null) {
      state = within;
    } else {
      state = RunDirectory.standardState(variables::get, RunDirectory.home(), within);
    }
    return state.resolve("agents").resolve(URLEncoder.encode(clientId.value(), UTF_8));
  }

  /** File of the lobby's token; null for an agent without files. */
  @Nullable Path lobbyTokenFile() {
    String name = "lobby-" + URLEncoder.encode(settings.clientId().value(), UTF_8) + ".token";
    return directory == null ? null : directory.resolve(name);
  }

  private static WebSocketConnector trusted(
      WebSocketConnector way, @Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
    WebSocketConnector trusting = ca == null ? way : way.trusting(ca);
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("a client certificate needs its key; name both files");
    }
    return certificate == null || key == null ? trusting : trusting.presenting(certificate, key);
  }

  private static @Nullable Path or(
      @Nullable Path first, @Nullable Path second, @Nullable String third) {
    Path path = first != null ? first : second;
    return path == null && third != null ? Path.of(third) : path;
  }

  private static @Nullable String set(Map<String, String> variables, String name) {
    String value = variables.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
