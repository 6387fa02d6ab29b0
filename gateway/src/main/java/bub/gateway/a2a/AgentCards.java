package bub.gateway.a2a;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.MountedCall;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.gateway.lobby.TruncationWarning;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Descriptions of the lobby and of each agent for programs that look for them. */
final class AgentCards {
  /** Skill of everything that is not a call of a capability. */
  static final String CHAT_SKILL = "chat";

  static final String VERSION = "1.0";
  private static final String CARD_VERSION = "1.0.0";
  private static final int ETAG_BYTES = 16;
  static final int MOST_SKILLS = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(AgentCards.class);

  private final CapabilityCatalog catalog;
  private final TruncationWarning warning =
      new TruncationWarning(
          LOG,
          "A caller may use more than "
              + MOST_SKILLS
              + " capabilities. Its A2A card shows only the first of them, by the address of the"
              + " agent. A2A clients can call the others by name (skillId).");

  AgentCards(CapabilityCatalog catalog) {
    this.catalog = catalog;
  }

  /** {@code caller} is null for a stranger, who sees no capabilities. */
  RawJson card(A2aPath place, @Nullable Caller caller, MountedCall call)
      throws CallRefused, NoAnswer, InterruptedException {
    String url = call.origin() + place.path();
    Address agent = place.agent();
    JsonWriter out = new JsonWriter().beginObject();
    out.field("name", agent == null ? "bub" : agent.value());
    out.field(
        "description",
        agent == null
            ? "Agents and capabilities of a bub bus. Text goes to an agent of your own; a skill is"
                + " a capability of the lobby."
            : "The agent " + agent + " of a bub bus.");
    out.name("supportedInterfaces").beginArray();
    for (String binding : List.of("JSONRPC", "HTTP+JSON")) {
      out.beginObject().field("url", url).field("protocolBinding", binding);
      out.field("protocolVersion", VERSION).endObject();
    }
    out.endArray().field("version", CARD_VERSION).name("capabilities").beginObject();
    out.field("streaming", true).field("pushNotifications", true).field("extendedAgentCard", true);
    out.endObject().name("securitySchemes").beginObject().name("busToken").beginObject();
    out.name("httpAuthSecurityScheme").beginObject().field("scheme", "Bearer");
    out.field("description", "A token of the bus: bub token create. An open bus needs none.");
    out.endObject().endObject().endObject();
    modes("defaultInputModes", out);
    modes("defaultOutputModes", out);
    out.name("skills").beginArray();
    skill(CHAT_SKILL, "Chat", "Talk to the agent in plain text.", List.of("chat"), out);
    if (agent == null && caller != null) {
      capabilities(caller.id()).values().forEach(capability -> skill(capability, out));
    }
    return RawJson.trusted(out.endArray().endObject().toByteArray());
  }

  /** Capabilities that the caller may use, by name. */
  private Map<String, Capability> capabilities(Address caller)
      throws CallRefused, NoAnswer, InterruptedException {
    var found = new TreeMap<String, Capability>();
    List<Offer> offers = catalog.offers();
    if (offers.size() <= MOST_SKILLS) {
      warning.complete(); // for every caller
    }
    for (Offer offer : offers) {
      if (offer.capability().mayBeCalledBy(caller)) {
        if (found.size() < MOST_SKILLS) {
          found.putIfAbsent(offer.capability().name(), offer.capability());
        } else if (!found.containsKey(offer.capability().name())) {
          warning.truncated();
          break;
        }
      }
    }
    return found;
  }

  private static void skill(Capability capability, JsonWriter out) {
    List<String> tags =
        capability.keywords().isEmpty() ? List.of("capability") : capability.keywords();
    String description =
        capability.description()
            + "\nInput (JSON Schema): "
            + capability.inputSchema()
            + "\nOutput (JSON Schema): "
            + capability.outputSchema();
    skill(capability.name(), capability.name(), description, tags, out);
  }

  private static void skill(
      String id, String name, String description, List<String> tags, JsonWriter out) {
    out.beginObject().field("id", id).field("name", name).field("description", description);
    out.name("tags").beginArray();
    tags.forEach(out::value);
    out.endArray().endObject();
  }

  private static void modes(String name, JsonWriter out) {
    out.name(name).beginArray().value("text/plain").value("application/json").endArray();
  }

  static String etag(RawJson card) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(card.toString().getBytes(UTF_8));
      return '"' + HexFormat.of().formatHex(hash, 0, ETAG_BYTES) + '"';
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
