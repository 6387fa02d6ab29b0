package bub.gateway.mcp;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.gateway.caller.Caller;
import bub.gateway.caller.PrincipalLink;
import bub.gateway.caller.PrincipalLinks;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.CallFailed;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Methods;
import bub.protocol.Receipt;
import bub.protocol.SendResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resources of bub itself: sessions, receipts and the files of agents. Safe for any thread; calls
 * block.
 */
final class BubResources {
  private static final Address ROUTE = new Address("system:route");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final String JSON = "application/json";

  private final BusClient client;
  private final PrincipalLinks links;
  private final ClientEnvironment environment;
  private final McpResource receipts;
  private final McpResource sessions;
  private final List<McpResource> workspaces;

  BubResources(BusClient client, PrincipalLinks links, ClientEnvironment environment) {
    this.client = client;
    this.links = links;
    this.environment = environment;
    receipts =
        resource(
            "bub://receipts/{id}",
            "receipt",
            "Recipients of a message and their answers",
            JSON,
            this::receipt);
    sessions =
        resource(
            "bub://sessions",
            "sessions",
            "Agents of chats, running ones first",
            JSON,
            (context, uri, _) -> {
              RawJson list = ask(context.caller(), "sessions_list", RawJson.EMPTY_OBJECT);
              return ResourceList.contents(uri, JSON, list);
            });
    workspaces =
        List.of(
            resource(
                "bub://workspaces/{channel}/{chat_id}",
                "workspace",
                "Files in the workspace of a chat's agent",
                JSON,
                this::file),
            resource(
                "bub://workspaces/{channel}/{chat_id}/{+path}",
                "workspace file",
                "A file, or the entries of a directory, in the workspace of a chat's agent",
                null,
                this::file));
  }

  /** Sessions and files need a token with a grant, even on an open bus. */
  List<McpResource> of(Caller caller) {
    var all = new ArrayList<McpResource>();
    all.add(receipts);
    if (caller.operator() && caller.token() != null) {
      all.add(sessions);
    }
    if (caller.readsWorkspaces()) {
      all.addAll(workspaces);
    }
    return all;
  }

  /** Reads a resource; {@code variables} come from its URI. */
  @FunctionalInterface
  private interface TemplateWork {
    McpAnswer read(RequestContext context, String uri, Map<String, String> variables)
        throws Exception;
  }

  private static McpResource resource(
      String uri, String name, String description, @Nullable String mimeType, TemplateWork work) {
    UriTemplate template = Objects.requireNonNull(UriTemplate.parse(uri));
    return new McpResource(
        uri,
        template,
        name,
        description,
        mimeType,
        (context, wanted) ->
            work.read(context, wanted, Objects.requireNonNull(template.match(wanted))));
  }

  /** A caller that is no operator may look only after its own messages. */
  private McpAnswer receipt(RequestContext context, String uri, Map<String, String> variables)
      throws Exception {
    MessageId id = MessageId.check("uri", variables.getOrDefault("id", ""));
    Receipt receipt = client.receipt(id);
    if (!maySee(context, receipt)) {
      throw new RpcException(McpErrors.noResource(uri));
    }
    return ResourceList.contents(uri, JSON, receipt.toRaw());
  }

  static boolean maySee(RequestContext context, Receipt receipt) {
    return context.caller().operator()
        || context.caller().id().value().equals(receipt.from())
        || context.inbox().value().equals(receipt.from());
  }

  private McpAnswer file(RequestContext context, String uri, Map<String, String> variables)
      throws Exception {
    JsonValue content =
        out -> {
          out.beginObject();
          variables.forEach(out::field);
          out.endObject();
        };
    return ResourceList.contents(
        uri, null, ask(context.caller(), "workspace_read", content.toRaw()));
  }

  /** Asks the system agent as the caller, so that the bus checks the grant and logs the name. */
  private RawJson ask(Caller caller, String type, RawJson content)
      throws HttpRefusal, RpcException, InterruptedException {
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    var order = new Envelope(caller.id(), ROUTE, environment.messageIds().get(), payload.toRaw());
    PrincipalLink link = links.open(caller.token());
    try {
      SendResult result = SendResult.read(link.call(Methods.SEND_MESSAGE, order, TIMEOUT));
      if (result.acks().isEmpty()) {
        throw new HttpRefusal(503, "unavailable", "The system agent is not running.");
      }
      Ack ack = result.acks().getFirst();
      if (!ack.success()) {
        throw new HttpRefusal(502, "refused", ack.message());
      }
      return ack.payload();
    } catch (CallFailed away) {
      throw new HttpRefusal(503, "unavailable", String.valueOf(away.getMessage()));
    }
  }
}
