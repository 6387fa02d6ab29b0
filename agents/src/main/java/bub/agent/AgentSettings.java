package bub.agent;

import bub.client.TokenSource;
import bub.client.transport.Connector;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who an agent is and where it lives.
 *
 * @param talkto the chat that it belongs to: whom it answers unless the workspace says otherwise,
 *     and the only chat that may configure it; null leaves that to the first chat that does
 * @param connector the way to a bus, when asked for this one with this patience
 * @param model {@code provider/name} or {@code echo}; null asks the environment, then is echo
 * @param environment where {@code BUB_MODEL}, keys and addresses of models are found
 */
public record AgentSettings(
    Address clientId,
    @Nullable Address talkto,
    Path workspace,
    URI bus,
    TokenSource token,
    BiFunction<URI, Duration, Connector> connector,
    @Nullable String model,
    Map<String, String> environment,
    AgentLimits limits) {
  private static final String MODEL_VARIABLE = "BUB_MODEL";

  public AgentSettings {
    environment = Map.copyOf(environment);
  }

  public static AgentSettings of(
      Address clientId, Path workspace, URI bus, Map<String, String> environment) {
    return new AgentSettings(
        clientId,
        null,
        workspace,
        bus,
        TokenSource.none(),
        (url, patience) -> WebSocketConnector.to(url).within(patience),
        null,
        environment,
        AgentLimits.standard());
  }

  public AgentSettings withTalkto(@Nullable Address address) {
    return new AgentSettings(
        clientId, address, workspace, bus, token, connector, model, environment, limits);
  }

  public AgentSettings withToken(TokenSource source) {
    return new AgentSettings(
        clientId, talkto, workspace, bus, source, connector, model, environment, limits);
  }

  public AgentSettings withConnector(BiFunction<URI, Duration, Connector> way) {
    return new AgentSettings(
        clientId, talkto, workspace, bus, token, way, model, environment, limits);
  }

  public AgentSettings withModel(@Nullable String name) {
    return new AgentSettings(
        clientId, talkto, workspace, bus, token, connector, name, environment, limits);
  }

  public AgentSettings withLimits(AgentLimits other) {
    return new AgentSettings(
        clientId, talkto, workspace, bus, token, connector, model, environment, other);
  }

  /** Without the environment: it has keys in it. */
  @Override
  public String toString() {
    return clientId + " in " + workspace + ", talking to " + talkto + " over " + bus;
  }

  /** The model that was asked for, one way or the other; null when none was. */
  @Nullable String chosenModel() {
    String name = model == null ? environment.get(MODEL_VARIABLE) : model;
    return name == null || name.isBlank() ? null : name.strip();
  }
}
