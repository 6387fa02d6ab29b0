package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.json.Fields;
import bub.json.JsonValue;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Prompts of each caller, made from capabilities. Safe for any thread; calls block. */
final class PromptList {
  private final CapabilityCatalog catalog;
  private final CapabilityCalls calls;
  private final ToolNames names;

  PromptList(CapabilityCatalog catalog, CapabilityCalls calls, ToolNames names) {
    this.catalog = catalog;
    this.calls = calls;
    this.names = names;
  }

  /** Prompt of one agent, as clients see it. */
  record McpPrompt(String name, Offer offer) implements JsonValue {
    @Override
    public void writeTo(JsonWriter out) {
      Capability capability = offer.capability();
      out.beginObject().field("name", name).field("description", capability.description());
      out.name("arguments").beginArray();
      for (String argument : arguments()) {
        out.beginObject().field("name", argument);
        RawJson property = property(argument);
        out.optional(
            "description", property == null ? null : property.fields().find("description"));
        out.field("required", isRequired(argument)).endObject();
      }
      out.endArray().endObject();
    }

    private List<String> arguments() {
      RawJson properties = offer.capability().inputSchema().fields().find("properties");
      var names = new ArrayList<String>();
      if (properties != null && properties.isObject()) {
        for (int i = 0; i < properties.fields().count(); i++) {
          names.add(properties.fields().name(i));
        }
      }
      return names;
    }

    /** Schema of an argument; null when there is none. */
    @Nullable RawJson property(String argument) {
      RawJson properties = offer.capability().inputSchema().fields().find("properties");
      RawJson property =
          properties != null && properties.isObject() ? properties.fields().find(argument) : null;
      return property != null && property.isObject() ? property : null;
    }

    boolean isRequired(String argument) {
      RawJson required = offer.capability().inputSchema().fields().find("required");
      return required != null
          && required.isArray()
          && required.elements().stream().anyMatch(name -> name.isPlainly(argument));
    }
  }

  void write(Caller caller, @Nullable String cursor, JsonWriter out)
      throws CallRefused, NoAnswer, InterruptedException {
    ListPage.of(all(caller), McpPrompt::name, cursor).write("prompts", out);
  }

  McpPrompt find(Caller caller, String name)
      throws CallRefused, NoAnswer, RpcException, InterruptedException {
    return all(caller).stream()
        .filter(prompt -> prompt.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new RpcException(RpcError.invalidParams("Unknown prompt: " + name)));
  }

  /** Sorted by name. A second agent with the same prompt gets a name of its own. */
  private List<McpPrompt> all(Caller caller) throws CallRefused, NoAnswer, InterruptedException {
    var prompts = new TreeMap<String, McpPrompt>();
    for (Offer offer : catalog.offers()) {
      Capability capability = offer.capability();
      if (OfferKind.of(offer.capability()) == OfferKind.PROMPT
          && capability.mayBeCalledBy(caller.id())) {
        String plain = names.of(capability.name());
        String name =
            prompts.containsKey(plain) ? names.of(capability.name(), offer.agent().value()) : plain;
        prompts.putIfAbsent(name, new McpPrompt(name, offer));
      }
    }
    return List.copyOf(prompts.values());
  }

  /** A prompt with a text is a conversation starter; the door fills it in without a call. */
  McpAnswer get(RequestContext context, McpPrompt prompt, RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    Capability capability = prompt.offer().capability();
    String starter = OfferKind.text(capability, OfferKind.PROMPT_MEMBER);
    if (starter != null) {
      return text(capability.description(), filled(prompt, starter, arguments));
    }
    var target = new LobbyCaller.Target(prompt.offer().agent(), capability.name());
    return switch (calls.call(context, prompt.name(), target, arguments)) {
      case CapabilityAnswer.Success(RawJson payload) ->
          messages(capability.description(), payload.fields());
      case CapabilityAnswer.Failure failure ->
          throw new RpcException(RpcError.invalidParams(failure.text()));
      case CapabilityAnswer.Asks(McpAnswer.InputNeeded questions) -> questions;
    };
  }

  private static String filled(McpPrompt prompt, String starter, RawJson arguments)
      throws RpcException {
    var text = new StringBuilder();
    int at = 0;
    for (int open = starter.indexOf('{'); open >= 0; open = starter.indexOf('{', at)) {
      int close = starter.indexOf('}', open);
      String name = close < 0 ? "" : starter.substring(open + 1, close);
      text.append(starter, at, open);
      if (prompt.property(name) == null) {
        text.append('{');
        at = open + 1;
      } else {
        text.append(argument(prompt, name, arguments));
        at = close + 1;
      }
    }
    return text.append(starter, at, starter.length()).toString();
  }

  private static String argument(McpPrompt prompt, String name, RawJson arguments)
      throws RpcException {
    RawJson value = arguments.fields().find(name);
    if (value == null && prompt.isRequired(name)) {
      throw new RpcException(RpcError.invalidParams("arguments." + name + ": is missing"));
    }
    return value == null ? "" : value.isString() ? value.asString() : value.toString();
  }

  private static McpAnswer messages(String description, Fields output) {
    RawJson messages = output.find("messages");
    if (messages == null || !messages.isArray()) {
      return text(description, output.string("text"));
    }
    return new McpAnswer.Got(
        out -> out.field("description", description).field("messages", messages));
  }

  private static McpAnswer text(String description, String text) {
    return new McpAnswer.Got(
        out -> {
          out.field("description", description).name("messages").beginArray();
          out.beginObject().field("role", "user").name("content").beginObject();
          out.field("type", "text").field("text", text).endObject().endObject().endArray();
        });
  }
}
