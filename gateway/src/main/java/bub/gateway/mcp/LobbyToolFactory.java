package bub.gateway.mcp;

import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.json.InvalidField;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.lobby.CallError;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
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

  /** Sorted by name. Providers with the same contract share a tool, and the lobby chooses one. */
  List<McpTool> tools(List<Offer> offers, Address caller) {
    var byName = new TreeMap<String, List<Offer>>();
    for (Offer offer : offers) {
      if (OfferKind.of(offer.capability()) == OfferKind.TOOL
          && offer.capability().mayBeCalledBy(caller)) {
        byName.computeIfAbsent(offer.capability().name(), _ -> new ArrayList<>()).add(offer);
      }
    }
    var tools = new TreeMap<String, McpTool>();
    for (List<Offer> same : byName.values()) {
      List<Offer> newest = newestOfEach(same);
      if (haveOneContract(newest)) {
        add(names.of(newest.getFirst().capability().name()), null, newest.getFirst(), tools);
      } else {
        for (Offer offer : newest) {
          String name = names.of(offer.capability().name(), offer.agent().value());
          add(name, offer.agent(), offer, tools);
        }
      }
    }
    return List.copyOf(tools.values());
  }

  private static List<Offer> newestOfEach(List<Offer> offers) {
    Map<Address, Offer> newest = new LinkedHashMap<>();
    for (Offer offer : offers) {
      newest.merge(
          offer.agent(),
          offer,
          (known, candidate) -> isNewer(candidate, known) ? candidate : known);
    }
    return List.copyOf(newest.values());
  }

  private static boolean isNewer(Offer candidate, Offer known) {
    var version = candidate.capability().version();
    var knownVersion = known.capability().version();
    return version != null && (knownVersion == null || version.compareTo(knownVersion) > 0);
  }

  private static boolean haveOneContract(List<Offer> offers) {
    Capability first = offers.getFirst().capability();
    return offers.stream()
        .map(Offer::capability)
        .allMatch(
            other ->
                other.inputSchema().equals(first.inputSchema())
                    && other.outputSchema().equals(first.outputSchema()));
  }

  private void add(
      String name, @Nullable Address provider, Offer offer, Map<String, McpTool> tools) {
    Capability capability = offer.capability();
    RawJson input = objectSchema(capability.inputSchema());
    RawJson output = outputSchema(capability);
    boolean keepsStatus = output != null && names(output, "status");
    var target = new LobbyCaller.Target(provider, capability.name());
    tools.put(
        name,
        new McpTool(
            name,
            capability.description(),
            input,
            output,
            annotations(capability),
            TaskSupport.of(capability),
            (context, arguments) -> {
              CapabilityAnswer answer = calls.callComplete(context, name, target, input, arguments);
              if (context.isTask()
                  && answer instanceof CapabilityAnswer.Failure(String text, CallError code)
                  && code != null) {
                // The provider did not decide this.
                throw new RpcException(RpcError.of(RpcError.INTERNAL_ERROR, text));
              }
              return ToolOutcome.of(answer, keepsStatus);
            },
            (context, arguments) ->
                calls
                    .start(context, name, target, input, arguments)
                    .thenApply(answer -> ToolOutcome.of(answer, keepsStatus))));
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

  private static @Nullable RawJson annotations(Capability capability) {
    RawJson annotations = capability.extras().fields().find("annotations");
    return annotations != null && annotations.isObject() ? annotations : null;
  }
}
