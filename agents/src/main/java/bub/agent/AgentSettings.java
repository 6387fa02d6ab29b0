package bub.agent;

import bub.client.TokenSource;
import bub.client.transport.Connector;
import bub.client.transport.WebSocketConnector;
import bub.protocol.Address;
import bub.protocol.ConversationStarters;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an agent.
 *
 * @param talkto chat that owns the agent; null leaves that to the first chat that configures it
 * @param model {@code provider/name} or {@code echo}; null means {@code BUB_MODEL}, else echo
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
    AgentLimits limits,
    StepDetail stepDetail,
    ConversationStarters starters) {
  /** Starters of an agent that declares none. */
  public static final ConversationStarters USUAL_STARTERS =
      ConversationStarters.of(
          "What can you do?",
          "Which other agents and capabilities can you use?",
          "Which files are in your workspace?",
          "Remind me in ten minutes to take a break.");

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
        (url, timeout) -> WebSocketConnector.to(url).within(timeout),
        null,
        environment,
        AgentLimits.standard(),
        StepDetail.of(environment.get(StepDetail.VARIABLE)),
        USUAL_STARTERS);
  }

  public AgentSettings withTalkto(@Nullable Address address) {
    return new AgentSettings(
        clientId,
        address,
        workspace,
        bus,
        token,
        connector,
        model,
        environment,
        limits,
        stepDetail,
        starters);
  }

  public AgentSettings withToken(TokenSource source) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        source,
        connector,
        model,
        environment,
        limits,
        stepDetail,
        starters);
  }

  public AgentSettings withConnector(BiFunction<URI, Duration, Connector> way) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        token,
        way,
        model,
        environment,
        limits,
        stepDetail,
        starters);
  }

  public AgentSettings withModel(@Nullable String name) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        token,
        connector,
        name,
        environment,
        limits,
        stepDetail,
        starters);
  }

  public AgentSettings withLimits(AgentLimits other) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        token,
        connector,
        model,
        environment,
        other,
        stepDetail,
        starters);
  }

  public AgentSettings withStepDetail(StepDetail detail) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        token,
        connector,
        model,
        environment,
        limits,
        detail,
        starters);
  }

  public AgentSettings withStarters(ConversationStarters others) {
    return new AgentSettings(
        clientId,
        talkto,
        workspace,
        bus,
        token,
        connector,
        model,
        environment,
        limits,
        stepDetail,
        others);
  }

  /** Omits the environment, which contains keys. */
  @Override
  public String toString() {
    return clientId + " in " + workspace + ", talking to " + talkto + " over " + bus;
  }

  /** Null when neither the settings nor {@code BUB_MODEL} name a model. */
  @Nullable String chosenModel() {
    String name = model == null ? environment.get(MODEL_VARIABLE) : model;
    return name == null || name.isBlank() ? null : name.strip();
  }
}
