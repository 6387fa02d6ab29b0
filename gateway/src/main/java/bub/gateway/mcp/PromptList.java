package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.NoAnswer;
import bub.client.lobby.CallRefused;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.gateway.lobby.CapabilityCatalog.Offer;
import bub.json.Fields;
import bub.json.JsonWriter;
import bub.json.RawJson;
import bub.jsonrpc.RpcError;
import bub.jsonrpc.RpcException;
import bub.protocol.lobby.Capability;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Prompts of each caller, made from capabilities and conversation starters. Safe for any thread;
 * calls block.
 */
final class PromptList {
  private final CapabilityCatalog catalog;
  private final AgentStarters starters;
  private final CapabilityCalls calls;
  private final ToolNames names;

  PromptList(
      CapabilityCatalog catalog, AgentStarters starters, CapabilityCalls calls, ToolNames names) {
    this.catalog = catalog;
    this.starters = starters;
    this.calls = calls;
    this.names = names;
  }

  void write(Caller caller, @Nullable String cursor, JsonWriter out)
      throws CallRefused, NoAnswer, RpcException, InterruptedException {
    ListPage.of(all(caller), McpPrompt::name, cursor).write("prompts", out);
  }

  McpPrompt find(Caller caller, String name)
      throws CallRefused, NoAnswer, RpcException, InterruptedException {
    return all(caller).stream()
        .filter(prompt -> prompt.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new RpcException(RpcError.invalidParams("Unknown prompt: " + name)));
  }

  /**
   * Sorted by name. A second agent with the same prompt gets a name of its own. Starters come first
   * so that no capability can take their names.
   */
  private List<McpPrompt> all(Caller caller)
      throws CallRefused, NoAnswer, RpcException, InterruptedException {
    var prompts = new TreeMap<String, McpPrompt>();
    starters.of(caller).forEach(prompt -> prompts.putIfAbsent(prompt.name(), prompt));
    List<Offer> oldestFirst =
        catalog.offers().stream().sorted(Comparator.comparing(Offer::registeredAt)).toList();
    for (Offer offer : oldestFirst) {
      Capability capability = offer.capability();
      if (OfferKind.of(offer.capability()) == OfferKind.PROMPT
          && capability.mayBeCalledBy(caller.id())) {
        String plain = names.of(capability.name());
        String name =
            prompts.containsKey(plain) || !offer.hasFirstContract()
                ? names.of(capability.name(), offer.agent().value())
                : plain;
        prompts.putIfAbsent(name, new CapabilityPrompt(name, offer));
      }
    }
    return List.copyOf(prompts.values());
  }

  McpAnswer get(RequestContext context, McpPrompt prompt, RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    return switch (prompt) {
      case StarterPrompt starter -> text(starter.description(), starter.message(arguments));
      case CapabilityPrompt capability -> get(context, capability, arguments);
    };
  }

  /** The door fills in a prompt with a text, without a call. */
  private McpAnswer get(RequestContext context, CapabilityPrompt prompt, RawJson arguments)
      throws HttpRefusal, RpcException, InterruptedException {
    Capability capability = prompt.offer().capability();
    String starter = OfferKind.text(capability, OfferKind.PROMPT_MEMBER);
    if (starter != null) {
      return text(capability.description(), filled(prompt, starter, arguments));
    }
    var target = new LobbyCaller.Target(prompt.offer().agent(), capability.name());
    return switch (calls.call(context, prompt.name(), target, arguments)) {
      case CapabilityAnswer.Success(RawJson payload, _) ->
          messages(capability.description(), payload.fields());
      case CapabilityAnswer.Failure failure ->
          throw new RpcException(RpcError.invalidParams(failure.text()));
      case CapabilityAnswer.Asks(McpAnswer.InputNeeded questions) -> questions;
    };
  }

  private static String filled(CapabilityPrompt prompt, String starter, RawJson arguments)
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

  private static String argument(CapabilityPrompt prompt, String name, RawJson arguments)
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
