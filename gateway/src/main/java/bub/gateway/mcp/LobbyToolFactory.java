package bub.gateway.mcp;

import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.gateway.lobby.ToolAnnotations;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tools made from the capabilities of the lobby. */
final class LobbyToolFactory {
  private static final String TYPE = "type";
  private static final RawJson ANY_OBJECT =
      RawJson.trusted(
          new JsonWriter().beginObject().field(TYPE, "object").endObject().toByteArray());

  private final ToolNames names;
  private final CapabilityCalls calls;

  LobbyToolFactory(Set<String> reserved, CapabilityCalls calls) {
    this.names = new ToolNames(reserved);
    this.calls = calls;
  }

  /**
   * Sorted by name. Providers with the contract of the first one share a tool with the plain name;
   * each other provider has a tool of its own.
   */
  List<McpTool> tools(List<Offer> offers, Address caller) {
    var byName = new TreeMap<String, List<Offer>>();
    for (Offer offer : offers) {
      if (isToolFor(caller, offer)) {
        byName.computeIfAbsent(offer.capability().name(), _ -> new ArrayList<>()).add(offer);
      }
    }
    var tools = new TreeMap<String, McpTool>();
    for (List<Offer> same : byName.values()) {
      List<Offer> newest = newestOfEach(same);
      List<Offer> shared = newest.stream().filter(Offer::hasFirstContract).toList();
      if (!shared.isEmpty()) {
        Offer first = shared.getFirst();
        // The lobby would choose among all providers of this name.
        Address provider = shared.size() == newest.size() ? null : first.agent();
        add(tool(names.of(first.capability().name()), provider, first), tools);
      }
      newest.stream()
          .filter(offer -> !offer.hasFirstContract())
          .forEach(offer -> add(tool(ownName(offer), offer.agent(), offer), tools));
    }
    return List.copyOf(tools.values());
  }

  /**
   * Finds a tool by the name that its provider alone has. Clients may still use that name when the
   * provider has the plain one.
   */
  @Nullable McpTool ofProvider(List<Offer> offers, Address caller, String name) {
    List<Offer> named =
        offers.stream()
            .filter(offer -> isToolFor(caller, offer) && ownName(offer).equals(name))
            .toList();
    if (named.isEmpty()) {
      return null;
    }
    Offer offer = newestOfEach(named).getFirst();
    return tool(name, offer.agent(), offer);
  }

  private static boolean isToolFor(Address caller, Offer offer) {
    return OfferKind.of(offer.capability()) == OfferKind.TOOL
        && offer.capability().mayBeCalledBy(caller);
  }

  private String ownName(Offer offer) {
    return names.of(offer.capability().name(), offer.agent().value());
  }

  /** The one that registered first comes first. */
  private static List<Offer> newestOfEach(List<Offer> offers) {
    Map<Address, Offer> newest = new LinkedHashMap<>();
    for (Offer offer : offers) {
      newest.merge(
          offer.agent(),
          offer,
          (known, candidate) ->
              CapabilityCatalog.isNewer(candidate.capability(), known.capability())
                  ? candidate
                  : known);
    }
    return newest.values().stream().sorted(Comparator.comparing(Offer::registeredAt)).toList();
  }

  private static void add(McpTool tool, Map<String, McpTool> tools) {
    tools.put(tool.name(), tool);
  }

  private McpTool tool(String name, @Nullable Address provider, Offer offer) {
    Capability capability = offer.capability();
    RawJson input = objectSchema(capability.inputSchema());
    RawJson output = outputSchema(capability);
    boolean keepsStatus = output != null && names(output, "status");
    var target = new LobbyCaller.Target(provider, capability.name());
    return new McpTool(
        name,
        capability.description(),
        input,
        output,
        ToolAnnotations.of(capability.extras().fields().find(ToolAnnotations.MEMBER)),
        TaskSupport.of(capability),
        (context, arguments) -> {
          CapabilityAnswer answer = calls.callComplete(context, name, target, input, arguments);
          if (context.isTask()
              && answer instanceof CapabilityAnswer.Failure(String text, CallError code, _)
              && code != null) {
            // The provider did not decide this.
            throw new RpcException(RpcError.of(RpcError.INTERNAL_ERROR, text));
          }
          return ToolOutcome.of(answer, keepsStatus);
        },
        (context, arguments) ->
            calls
                .start(context, name, target, input, arguments)
                .thenApply(answer -> ToolOutcome.of(answer, keepsStatus)));
  }

  /** MCP allows only objects. The lobby checks the real contract. */
  private static RawJson objectSchema(RawJson schema) {
    try {
      RawJson type = schema.fields().find(TYPE);
      if (type == null) {
        JsonWriter out = new JsonWriter();
        out.extended(schema, more -> more.field(TYPE, "object"));
        return RawJson.trusted(out.toByteArray());
      }
      return type.isPlainly("object") ? schema : ANY_OBJECT;
    } catch (InvalidField odd) {
      return ANY_OBJECT;
    }
  }

  private static @Nullable RawJson outputSchema(Capability capability) {
    RawJson schema = capability.outputSchema();
    return schema.fields().count() == 0 ? null : objectSchema(schema);
  }

  private static boolean names(RawJson schema, String property) {
    RawJson properties = schema.fields().find("properties");
    return properties != null && properties.isObject() && properties.fields().has(property);
  }
}
