package bub.client.lobby;

import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.LobbyTypes;
import bub.protocol.lobby.Services;
import java.time.Duration;
import java.util.Map;

/**
 * Client of the lobby for one agent: offers, finds and calls capabilities. Safe for any thread;
 * calls block, and fail at once while there is no connection.
 *
 * <p>Create it before its client connects. Other messages still reach the handlers of the client.
 */
public final class LobbyClient {
  private static final Duration AFTER_THE_LOBBY = Duration.ofSeconds(5);

  private final LobbyRequests line;
  private final CallProgress progress = new CallProgress();
  private final RegistrationSync registration;

  private LobbyClient(BusClient client, LobbyToken token, ClientEnvironment environment) {
    var offers = new OfferedCapabilities();
    line = new LobbyRequests(client);
    registration = new RegistrationSync(line, offers, token, environment);
    client.identifyBy(token).onState(registration::heard);
    client.serve(LobbyTypes.REQUEST, offers).serveAtOnce(LobbyTypes.PROGRESS, progress);
  }

  /** For an agent that only calls others, or that has a token of the bus. */
  public static LobbyClient of(BusClient client) {
    return of(client, LobbyToken.inMemory());
  }

  /** For an agent that offers capabilities; {@code token} serves a client that has no other. */
  public static LobbyClient of(BusClient client, LobbyToken token) {
    return of(client, token, ClientEnvironment.system());
  }

  static LobbyClient of(BusClient client, LobbyToken token, ClientEnvironment environment) {
    return new LobbyClient(client, token, environment);
  }

  // ---- offers

  /**
   * Offers on this connection and every later one. Returns when the lobby has confirmed it, or at
   * once while there is no connection. Replaces an offer of the same name and version.
   */
  public <I extends Record, O extends Record> void offer(
      Contract<I, O> contract, CapabilityHandler<I, O> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    offer(contract, (input, _) -> handler.handle(input));
  }

  public <I extends Record, O extends Record> void offer(
      Contract<I, O> contract, CapabilityHandler.ForCaller<I, O> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(
        OfferedCapability.typed(
            contract, (input, request) -> handler.handle(input, request.from())));
  }

  /** Offers with JSON objects that match the schemas of the capability. */
  public void offer(Capability capability, CapabilityHandler<RawJson, RawJson> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    offer(capability, (input, _) -> handler.handle(input));
  }

  public void offer(Capability capability, CapabilityHandler.ForCaller<RawJson, RawJson> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(forCaller(capability, handler));
  }

  private static OfferedCapability forCaller(
      Capability capability, CapabilityHandler.ForCaller<RawJson, RawJson> handler) {
    return OfferedCapability.raw(
        capability, (input, request) -> handler.handle(input, request.from()));
  }

  /** For an implementation that reports its progress. */
  public <I extends Record, O extends Record> void offerWithProgress(
      Contract<I, O> contract, CapabilityHandler.WithProgress<I, O> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(
        OfferedCapability.typed(
            contract, (input, request) -> handler.handle(input, new OpenCall(line, request))));
  }

  public void offerWithProgress(
      Capability capability, CapabilityHandler.WithProgress<RawJson, RawJson> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(withProgress(capability, handler));
  }

  private OfferedCapability withProgress(
      Capability capability, CapabilityHandler.WithProgress<RawJson, RawJson> handler) {
    return OfferedCapability.raw(
        capability, (input, request) -> handler.handle(input, new OpenCall(line, request)));
  }

  /**
   * Offers these capabilities and no others, with one request. When the lobby refuses them, the
   * earlier offers stay.
   */
  public void offerOnly(Map<Capability, CapabilityHandler.ForCaller<RawJson, RawJson>> offers)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.replaceAll(
        offers.entrySet().stream()
            .map(offer -> forCaller(offer.getKey(), offer.getValue()))
            .toList());
  }

  /** Does what {@link #offerOnly} does, for implementations that report their progress. */
  public void offerOnlyWithProgress(
      Map<Capability, CapabilityHandler.WithProgress<RawJson, RawJson>> offers)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.replaceAll(
        offers.entrySet().stream()
            .map(offer -> withProgress(offer.getKey(), offer.getValue()))
            .toList());
  }

  /** Withdraws all versions of a capability; false when there was none. */
  public boolean withdraw(String capability) throws CallRefused, NoAnswer, InterruptedException {
    return registration.remove(capability);
  }

  /** False on a timeout; throws when the lobby refuses the offers for good. */
  public boolean awaitRegistered(Duration atMost) throws CallRefused, InterruptedException {
    return registration.await(atMost);
  }

  /** Gives up all offers, the id and its token. */
  public void deregister() throws CallRefused, NoAnswer, InterruptedException {
    registration.deregister();
  }

  // ---- discovery

  public Services discover(Discovery discovery) throws CallRefused, NoAnswer, InterruptedException {
    return line.ask(LobbyTypes.DISCOVER, discovery, Services::read);
  }

  public AgentPage agents(AgentPage.Query query)
      throws CallRefused, NoAnswer, InterruptedException {
    return line.ask(LobbyTypes.AGENTS, query, AgentPage::read);
  }

  // ---- calls

  /** Calls the least busy agent that is online. */
  public <I extends Record, O extends Record> O call(Contract<I, O> contract, I input)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(contract).call(contract.input().write(input), contract.output());
  }

  public <I extends Record, O extends Record> O call(
      Address agent, Contract<I, O> contract, I input)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(contract).to(agent).call(contract.input().write(input), contract.output());
  }

  /** Calls a name, optionally with a version range: {@code find_price@^2}. */
  public <O extends Record> O call(String capability, Record input, Class<O> output)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(capability).call(input, output);
  }

  public <O extends Record> O call(Address agent, String capability, Record input, Class<O> output)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(capability).to(agent).call(input, output);
  }

  private CapabilityRequest request(Contract<?, ?> contract) {
    CapabilityRequest request = request(contract.reference());
    Integer seconds = contract.capability().timeoutSeconds();
    // Longer than the lobby waits, so that its answer comes first.
    return seconds == null
        ? request
        : request.within(Duration.ofSeconds(seconds).plus(AFTER_THE_LOBBY));
  }

  /** Call with options: JSON objects, a longer timeout, or progress. */
  public CapabilityRequest request(String capability) {
    return new CapabilityRequest(line, progress, capability);
  }
}
