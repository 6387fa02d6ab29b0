package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.client.TimeSource;
import bub.json.InvalidField;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import bub.protocol.lobby.CapabilityText;
import bub.protocol.lobby.Discovery;
import bub.protocol.lobby.ServiceCall;
import bub.protocol.lobby.Services.Service;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tools for all capabilities that this agent may call, from the lobby. One thread at a time. */
public final class CapabilityTools {
  private static final Logger LOG = LoggerFactory.getLogger(CapabilityTools.class);
  private static final Duration FRESH = Duration.ofSeconds(30);
  private static final int MAX_AGENTS = 50;
  private static final int MAX_NAME = 64;

  /** Offers with equal contracts become one tool. */
  private record Contract(String capability, RawJson input) {}

  private record Offer(Capability capability, Address provider) {}

  private final LobbyAccess lobby;
  private final TimeSource time;
  private final int maxTools;
  private final Set<String> reserved;
  private final UnaryOperator<String> asData;
  private List<Tool> tools = List.of();
  private Instant lookedUp = Instant.MIN;

  /**
   * {@code reserved} are the names of other tools; {@code asData} makes a text of another agent
   * harmless that imitates a message of a chat.
   */
  public CapabilityTools(
      LobbyAccess lobby,
      TimeSource time,
      int maxTools,
      Set<String> reserved,
      UnaryOperator<String> asData) {
    this.asData = asData;
    this.reserved = Set.copyOf(reserved);
    this.lobby = lobby;
    this.time = time;
    this.maxTools = maxTools;
  }

  public List<Tool> current() throws InterruptedException {
    Instant now = time.now();
    if (lookedUp.isBefore(now.minus(FRESH))) {
      lookedUp = now;
      try {
        tools = translate(lobby.discover(everything()).found());
      } catch (LobbyAccess.Closed closed) {
        LOG.debug("No capabilities are available: {}", closed.getMessage());
        tools = List.of();
      }
    }
    return tools;
  }

  private static Discovery everything() {
    return Discovery.byName("*").onlyWhatMayBeCalled().atMost(MAX_AGENTS);
  }

  private List<Tool> translate(List<Service> services) {
    Map<Contract, Offer> offers = offers(services);
    var tools = new LinkedHashMap<String, Tool>();
    for (Offer offer : offers.values()) {
      if (tools.size() == maxTools) {
        LOG.warn("Only the first {} of {} capabilities are tools", maxTools, offers.size());
        break;
      }
      String capability = offer.capability().name();
      String name = toolName(capability, tools);
      // Providers differ in their input schemas, so the tool must name one.
      boolean isCommon =
          offers.keySet().stream().filter(other -> other.capability().equals(capability)).count()
              == 1;
      String provider = isCommon ? ServiceCall.ANY : offer.provider().value();
      ToolSpec spec = spec(name, offer.capability(), isCommon ? "" : " (of " + provider + ")");
      tools.put(name, Tool.of(spec, input -> lobby.call(provider, capability, input)));
    }
    return new ArrayList<>(tools.values());
  }

  private static Map<Contract, Offer> offers(List<Service> services) {
    var offers = new LinkedHashMap<Contract, Offer>();
    for (Service service : services) {
      for (RawJson written : service.capabilities()) {
        try {
          Capability capability = Capability.read(written);
          offers.putIfAbsent(
              new Contract(capability.name(), capability.inputSchema()),
              new Offer(capability, service.agent()));
        } catch (InvalidField newer) {
          LOG.debug("Ignored an invalid capability of {}: {}", service.agent(), newer.getMessage());
        }
      }
    }
    return offers;
  }

  private ToolSpec spec(String name, Capability capability, String suffix) {
    String shown = asData.apply(capability.description());
    RawJson input = CapabilityText.schema(capability.inputSchema(), asData);
    return new ToolSpec(name, shown + suffix, input);
  }

  /** Every model provider accepts the name. */
  private String toolName(String capability, Map<String, Tool> taken) {
    String plain = capability.replaceAll("[^A-Za-z0-9_-]", "_");
    String name = plain.substring(0, Math.min(plain.length(), MAX_NAME));
    for (int number = 2; taken.containsKey(name) || reserved.contains(name); number++) {
      String suffix = "_" + number;
      name = plain.substring(0, Math.min(plain.length(), MAX_NAME - suffix.length())) + suffix;
    }
    return name;
  }
}
