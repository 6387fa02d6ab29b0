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

/**
 * The lobby, for one agent: offer capabilities, find those of others, call them. Calls block, from
 * any number of threads; they fail at once while there is no connection.
 *
 * <p>To be made before its client connects. What is offered is registered on every connection, and
 * the calls that come reach its handlers; all other messages still reach the client's own.
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
    client.serve(LobbyTypes.REQUEST, offers).serve(LobbyTypes.PROGRESS, progress);
  }

  /** For an agent that only calls others, or that has a token of the bus. */
  public static LobbyClient of(BusClient client) {
    return of(client, LobbyToken.inMemory());
  }

  /**
   * For an agent that offers something.
   *
   * @param token where to keep what lets it in again; presented only where the client has no other
   */
  public static LobbyClient of(BusClient client, LobbyToken token) {
    return of(client, token, ClientEnvironment.system());
  }

  static LobbyClient of(BusClient client, LobbyToken token, ClientEnvironment environment) {
    return new LobbyClient(client, token, environment);
  }

  // ---- offer

  /**
   * Offers a capability from now on, on this connection and every later one. Returns when the lobby
   * has confirmed it, or at once while there is no connection. One of the same name and version
   * takes the place of the old.
   */
  public <I extends Record, O extends Record> void offer(
      Contract<I, O> contract, CapabilityHandler<I, O> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    offer(contract, (input, _) -> handler.handle(input));
  }

  /** As above, for a handler that wants to know who calls. */
  public <I extends Record, O extends Record> void offer(
      Contract<I, O> contract, CapabilityHandler.ForCaller<I, O> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(OfferedCapability.typed(contract, handler));
  }

  /** As above, with JSON objects that keep the capability's own schemas. */
  public void offer(Capability capability, CapabilityHandler<RawJson, RawJson> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    offer(capability, (input, _) -> handler.handle(input));
  }

  /** As above, for a handler that wants to know who calls. */
  public void offer(Capability capability, CapabilityHandler.ForCaller<RawJson, RawJson> handler)
      throws CallRefused, NoAnswer, InterruptedException {
    registration.add(OfferedCapability.raw(capability, handler));
  }

  /** Offers this no more, in any version; false when it was not offered. */
  public boolean withdraw(String capability) throws CallRefused, NoAnswer, InterruptedException {
    return registration.remove(capability);
  }

  /**
   * Waits until the lobby knows all that is offered by now; false when it does not in time.
   *
   * @throws CallRefused when the lobby will not have it
   */
  public boolean awaitRegistered(Duration atMost) throws CallRefused, InterruptedException {
    return registration.await(atMost);
  }

  /** Gives up everything: what is offered, the id and its token. */
  public void deregister() throws CallRefused, NoAnswer, InterruptedException {
    registration.deregister();
  }

  // ---- find

  public Services discover(Discovery discovery) throws CallRefused, NoAnswer, InterruptedException {
    return line.ask(LobbyTypes.DISCOVER, discovery, Services::read);
  }

  public AgentPage agents(AgentPage.Query query)
      throws CallRefused, NoAnswer, InterruptedException {
    return line.ask(LobbyTypes.AGENTS, query, AgentPage::read);
  }

  // ---- call

  /** Calls the agent that is online and has least to do. */
  public <I extends Record, O extends Record> O call(Contract<I, O> contract, I input)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(contract).call(contract.input().write(input), contract.output());
  }

  /** Calls this agent. */
  public <I extends Record, O extends Record> O call(
      Address agent, Contract<I, O> contract, I input)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(contract).to(agent).call(contract.input().write(input), contract.output());
  }

  /**
   * Calls the agent that is online and has least to do.
   *
   * @param capability its name, and perhaps which versions will do: {@code find_price@^2}
   */
  public <O extends Record> O call(String capability, Record input, Class<O> output)
      throws CallRefused, NoAnswer, InterruptedException {
    return request(capability).call(input, output);
  }

  /** Calls this agent. */
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

  /** A call that is not like others: of JSON objects, one that takes long, or that is watched. */
  public CapabilityRequest request(String capability) {
    return new CapabilityRequest(line, progress, capability);
  }
}
