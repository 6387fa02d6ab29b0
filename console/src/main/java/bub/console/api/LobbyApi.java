package bub.console.api;

import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.client.lobby.CapabilityRequest;
import bub.client.lobby.LobbyClient;
import bub.console.http.ApiRequest;
import bub.console.http.Endpoint;
import bub.console.http.QueryParameter;
import bub.console.view.LobbyViews.CallOutcome;
import bub.console.view.LobbyViews.CallOutcome.BrokenRule;
import bub.console.view.LobbyViews.CallRequest;
import bub.console.view.LobbyViews.FoundServices;
import bub.console.view.LobbyViews.FoundServices.FoundAgent;
import bub.console.view.LobbyViews.LobbyAgents;
import bub.console.view.LobbyViews.LobbyAgents.LobbyAgent;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.AgentEntry;
import bub.protocol.lobby.AgentPage;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.Discovery;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** HTTP API of the lobby: lists agents and capabilities, and calls them. */
public record LobbyApi(LobbyClient lobby, LongSupplier nanos) {
  private static final Duration AFTER_THE_LOBBY = Duration.ofSeconds(5);
  private static final QueryParameter.Range LIMIT =
      new QueryParameter.Range(1, AgentPage.Query.MAX_LIMIT, AgentPage.Query.MAX_LIMIT);

  public List<Endpoint<?, ?>> endpoints() {
    return List.of(
        Endpoint.get(
                "/api/lobby/agents",
                "Lists the registered agents.",
                LobbyAgents.class,
                this::agents)
            .with(
                QueryParameter.text("from", "Value of next in the previous page."),
                QueryParameter.whole("limit", "Maximum number of agents.", LIMIT)),
        Endpoint.get(
                "/api/lobby/discover",
                "Finds capabilities by name or by words.",
                FoundServices.class,
                this::discover)
            .with(
                QueryParameter.text("name", "Name such as find_price@^2 or find_*."),
                QueryParameter.text("words", "Words in names, descriptions and keywords.")),
        Endpoint.post(
            "/api/lobby/call",
            "Calls a capability under its contract.",
            CallRequest.class,
            CallOutcome.class,
            asked -> call(asked.body())));
  }

  private LobbyAgents agents(ApiRequest<?> asked)
      throws CallRefused, NoAnswer, InterruptedException {
    String from = asked.text("from");
    int limit = asked.whole("limit", LIMIT);
    AgentPage page = lobby.agents(new AgentPage.Query(null, address("from", from), limit));
    Address next = page.next();
    return new LobbyAgents(
        page.agents().stream().map(LobbyApi::view).toList(), next == null ? null : next.value());
  }

  private static @Nullable Address address(String name, @Nullable String text) {
    return text == null ? null : Address.check(name, text);
  }

  private static LobbyAgent view(AgentEntry agent) {
    return new LobbyAgent(
        agent.agent().value(),
        agent.online(),
        agent.registeredAt().toString(),
        agent.lastSeen().toString(),
        agent.capabilities());
  }

  private FoundServices discover(ApiRequest<?> asked)
      throws CallRefused, NoAnswer, InterruptedException {
    String words = asked.text("words");
    Discovery wish =
        words == null ? Discovery.byName(asked.need("name")) : Discovery.byWords(words);
    return new FoundServices(
        lobby.discover(wish).found().stream()
            .map(service -> new FoundAgent(service.agent().value(), service.capabilities()))
            .toList());
  }

  private CallOutcome call(CallRequest order) throws NoAnswer, InterruptedException {
    if (!order.input().isObject()) {
      throw new InvalidField("input", "must be an object");
    }
    CapabilityRequest request = lobby.request(order.capability());
    Address agent = address("agentId", order.agentId());
    request = agent == null ? request : request.to(agent);
    Integer seconds = order.timeoutSeconds();
    if (seconds != null) {
      int timeout = Math.clamp(seconds, 1, Capability.MAX_TIMEOUT_SECONDS);
      request = request.within(Duration.ofSeconds(timeout).plus(AFTER_THE_LOBBY));
    }
    long began = nanos.getAsLong();
    try {
      RawJson output = request.call(order.input());
      return new CallOutcome(true, output, null, null, false, List.of(), millisSince(began));
    } catch (CallRefused refused) {
      return refusal(refused, millisSince(began));
    }
  }

  private static CallOutcome refusal(CallRefused refused, double tookMs) {
    return new CallOutcome(
        false,
        null,
        String.valueOf(refused.getMessage()),
        refused.code() == null ? null : refused.code().word(),
        refused.shouldRetry(),
        refused.violations().stream()
            .map(violation -> new BrokenRule(violation.path(), violation.problem()))
            .toList(),
        tookMs);
  }

  private double millisSince(long began) {
    return (nanos.getAsLong() - began) / 1e6;
  }
}
