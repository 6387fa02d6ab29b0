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
  /** Scheme of their URIs. An agent must not pass its text off as one of bub. */
  static final String SCHEME = "bub:";

  private static final Address ROUTE = new Address("system:route");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  // The next look comes soon, and others wait for this one.
  private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(5);
  private static final String JSON = "application/json";

  private final BusClient client;
  private final PrincipalLinks links;
  private final ClientEnvironment environment;
  private final OwnResource receipts;
  private final OwnResource sessions;
  private final List<OwnResource> workspaces;

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
            (reader, _) -> ask(reader, "sessions_list", RawJson.EMPTY_OBJECT));
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

  /** Client that reads. */
  private record Reader(Caller caller, String uri, Duration atMost) {}

  /** Reads a resource; {@code variables} come from its URI. */
  @FunctionalInterface
  private interface ContentWork {
    RawJson read(Reader reader, Map<String, String> variables) throws Exception;
  }

  private record OwnResource(McpResource shown, ContentWork work) {}

  private static OwnResource resource(
      String uri, String name, String description, @Nullable String mimeType, ContentWork work) {
    UriTemplate template = Objects.requireNonNull(UriTemplate.parse(uri));
    return new OwnResource(
        new McpResource(
            uri,
            template,
            name,
            description,
            mimeType,
            (context, wanted) -> {
              var reader = new Reader(context.caller(), wanted, TIMEOUT);
              return ResourceList.contents(wanted, mimeType, read(template, reader, work));
            }),
        work);
  }

  private static RawJson read(UriTemplate template, Reader reader, ContentWork work)
      throws Exception {
    return work.read(reader, Objects.requireNonNull(template.match(reader.uri())));
  }

  List<McpResource> of(Caller caller) {
    return all(caller).stream().map(OwnResource::shown).toList();
  }

  /** Sessions and files need a token with a grant, even on an open bus. */
  private List<OwnResource> all(Caller caller) {
    var all = new ArrayList<OwnResource>();
    all.add(receipts);
    if (caller.operator() && caller.token() != null) {
      all.add(sessions);
    }
    if (caller.readsWorkspaces()) {
      all.addAll(workspaces);
    }
    return all;
  }

  /** Returns what a client reads at a URI, or fails soon. */
  RawJson content(Caller caller, String uri) throws Exception {
    for (OwnResource own : all(caller)) {
      UriTemplate template = own.shown().template();
      if (template.match(uri) != null) {
        return read(template, new Reader(caller, uri, LOOK_TIMEOUT), own.work());
      }
    }
    throw new RpcException(McpErrors.noResource(uri));
  }

  /** A caller that is no operator may look only after its own messages. */
  private RawJson receipt(Reader reader, Map<String, String> variables) throws Exception {
    MessageId id = MessageId.check("uri", variables.getOrDefault("id", ""));
    Receipt receipt = client.receipt(id);
    if (!maySee(reader.caller(), receipt)) {
      throw new RpcException(McpErrors.noResource(reader.uri()));
    }
    return receipt.toRaw();
  }

  static boolean maySee(Caller caller, Receipt receipt) {
    String from = receipt.from();
    return caller.operator() || from != null && new CallerAddresses(caller).include(from);
  }

  private RawJson file(Reader reader, Map<String, String> variables) throws Exception {
    JsonValue content =
        out -> {
          out.beginObject();
          variables.forEach(out::field);
          out.endObject();
        };
    return ask(reader, "workspace_read", content.toRaw());
  }

  /** Asks the system agent as the caller, so that the bus checks the grant and logs the name. */
  private RawJson ask(Reader reader, String type, RawJson content)
      throws HttpRefusal, RpcException, InterruptedException {
    JsonValue payload =
        out -> out.beginObject().field("type", type).field("content", content).endObject();
    Caller caller = reader.caller();
    var order = new Envelope(caller.id(), ROUTE, environment.messageIds().get(), payload.toRaw());
    PrincipalLink link = links.open(caller.token());
    try {
      SendResult result = SendResult.read(link.call(Methods.SEND_MESSAGE, order, reader.atMost()));
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
