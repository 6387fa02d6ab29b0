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
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import bub.protocol.lobby.Capability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resources of each caller: capabilities with a URI, and those of bub itself. Safe for any thread;
 * calls block.
 */
final class ResourceList {
  private final CapabilityCatalog catalog;
  private final CapabilityCalls calls;
  private final BubResources own;

  ResourceList(CapabilityCatalog catalog, CapabilityCalls calls, BubResources own) {
    this.catalog = catalog;
    this.calls = calls;
    this.own = own;
  }

  /** Writes resources, or templates of resources. */
  void write(Caller caller, boolean templates, @Nullable String cursor, JsonWriter out)
      throws CallRefused, NoAnswer, InterruptedException {
    List<McpResource> wanted =
        all(caller).stream()
            .filter(resource -> resource.template().isPlain() != templates)
            .sorted(Comparator.comparing(McpResource::uri))
            .toList();
    ListPage.of(wanted, McpResource::uri, cursor)
        .write(templates ? "resourceTemplates" : "resources", out);
  }

  /** Refuses a URI that nobody offers. A plain URI wins over a template. */
  McpResource find(Caller caller, String uri)
      throws CallRefused, NoAnswer, RpcException, InterruptedException {
    return all(caller).stream()
        .filter(resource -> resource.template().match(uri) != null)
        .min(Comparator.comparing(resource -> !resource.template().isPlain()))
        .orElseThrow(() -> new RpcException(McpErrors.noResource(uri)));
  }

  /** True when this agent offers the URI. */
  boolean isOffered(Address agent, String uri) throws CallRefused, NoAnswer, InterruptedException {
    return !uri.startsWith(BubResources.SCHEME)
        && catalog.offers().stream()
            .filter(offer -> offer.agent().equals(agent))
            .map(ResourceList::template)
            .anyMatch(template -> template != null && template.match(uri) != null);
  }

  private static @Nullable UriTemplate template(Offer offer) {
    String uri = OfferKind.text(offer.capability(), OfferKind.URI_MEMBER);
    return uri == null ? null : UriTemplate.parse(uri);
  }

  private List<McpResource> all(Caller caller) throws CallRefused, NoAnswer, InterruptedException {
    // The first of several agents with the same URI serves it.
    var offered = new TreeMap<String, McpResource>();
    for (Offer offer : catalog.offers()) {
      Capability capability = offer.capability();
      String uri = OfferKind.text(capability, OfferKind.URI_MEMBER);
      UriTemplate template = template(offer);
      if (uri != null
          && template != null
          && !uri.startsWith(BubResources.SCHEME)
          && capability.mayBeCalledBy(caller.id())) {
        offered.putIfAbsent(uri, resource(uri, template, offer));
      }
    }
    var all = new ArrayList<>(own.of(caller));
    all.addAll(offered.values());
    return all;
  }

  private McpResource resource(String uri, UriTemplate template, Offer offer) {
    Capability capability = offer.capability();
    String mimeType = OfferKind.text(capability, "mime_type");
    var target = new LobbyCaller.Target(offer.agent(), capability.name());
    return new McpResource(
        uri,
        template,
        capability.name(),
        capability.description(),
        mimeType,
        (context, wanted) -> read(context, wanted, template, target, mimeType));
  }

  private McpAnswer read(
      RequestContext context,
      String uri,
      UriTemplate template,
      LobbyCaller.Target target,
      @Nullable String mimeType)
      throws HttpRefusal, RpcException, InterruptedException {
    Map<String, String> variables = template.match(uri);
    JsonValue input =
        out -> {
          out.beginObject();
          if (variables != null) {
            variables.forEach(out::field);
          }
          out.endObject();
        };
    return switch (calls.call(context, uri, target, input.toRaw())) {
      case CapabilityAnswer.Success(RawJson payload, _) ->
          contents(uri, mimeType, payload.fields().without("status"));
      case CapabilityAnswer.Failure failure -> throw failed(failure);
      case CapabilityAnswer.Asks(McpAnswer.InputNeeded questions) -> questions;
    };
  }

  static HttpRefusal failed(CapabilityAnswer.Failure failure) {
    return new HttpRefusal(502, "provider_failed", failure.text());
  }

  /** Uses {@code contents}, {@code text} or {@code blob} of the output, or all of it as JSON. */
  static McpAnswer contents(String uri, @Nullable String mimeType, RawJson output) {
    Fields fields = output.fields();
    RawJson contents = fields.find("contents");
    if (contents != null && contents.isArray()) {
      return new McpAnswer.Read(out -> out.field("contents", contents));
    }
    String text = fields.has("text") ? fields.optionalString("text") : null;
    String blob = fields.has("blob") ? fields.optionalString("blob") : null;
    return new McpAnswer.Read(
        out -> {
          out.name("contents").beginArray().beginObject().field("uri", uri);
          if (blob != null) {
            out.optional("mimeType", mimeType).field("blob", blob);
          } else if (text != null) {
            out.optional("mimeType", mimeType).field("text", text);
          } else {
            out.field("mimeType", mimeType == null ? "application/json" : mimeType);
            out.field("text", output.toString());
          }
          out.endObject().endArray();
        });
  }
}
