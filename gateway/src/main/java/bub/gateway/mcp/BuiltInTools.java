package bub.gateway.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import bub.channel.http.HttpRefusal;
import bub.client.BusClient;
import bub.client.SendAttempt;
import bub.gateway.caller.Caller;
import bub.gateway.lobby.CapabilityCatalog;
import bub.json.Fields;
import bub.json.InvalidField;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Receipt;
import bub.protocol.SendResult;
import bub.protocol.lobby.Services;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.Payload;
import java.time.Duration;
import java.util.List;

/** Tools that every client has: they talk to agents and to peers of the bus. */
final class BuiltInTools {
  private static final int LONGEST_WAIT = 55;
  private static final int USUAL_WAIT = 30;
  private static final List<String> TOPICS = List.of("inbound:", "outbound:", "system:");

  private final BusClient client;
  private final AskAgentTool ask;
  private final McpInboxes inboxes;
  private final LobbyCaller lobby;

  BuiltInTools(BusClient client, AskAgentTool ask, McpInboxes inboxes, LobbyCaller lobby) {
    this.client = client;
    this.ask = ask;
    this.inboxes = inboxes;
    this.lobby = lobby;
  }

  List<McpTool> tools() {
    return List.of(
        tool(
            AskAgentTool.NAME,
            "Asks an agent on the bus and returns its answer. The agent remembers the conversation."
                + " Without an agent, it asks an agent of your own.",
            """
            {"type":"object","required":["text"],"properties":{
             "text":{"type":"string","description":"What to ask"},
             "agent":{"type":"string","description":"Address of a connected agent, such as agent:planner"},
             "conversation":{"type":"string","maxLength":200,"description":"Name of a separate conversation"}}}
            """,
            """
            {"type":"object","required":["agent","text","message_id"],"properties":{
             "agent":{"type":"string"},"text":{"type":"string"},"message_id":{"type":"string"}}}
            """,
            // An agent may do anything.
            annotations("Ask an agent", false, true, true),
            ask::ask),
        tool(
            "send_message",
            "Sends a text to an address on the bus and returns who accepted it. Answers arrive in"
                + " your inbox: read them with wait_for_message.",
            """
            {"type":"object","required":["to","text"],"properties":{
             "to":{"type":"string","description":"Address of the recipient"},
             "text":{"type":"string"}}}
            """,
            """
            {"type":"object","required":["message_id","from","acks"],"properties":{
             "message_id":{"type":"string"},"from":{"type":"string"},
             "acks":{"type":"array","items":{"type":"object"}}}}
            """,
            annotations("Send a message", false, false, true),
            this::sendMessage),
        tool(
            "wait_for_message",
            "Waits for messages to your inbox and returns them. Returns none after the timeout.",
            """
            {"type":"object","properties":{
             "timeout_seconds":{"type":"integer","minimum":0,"maximum":55,"default":30}}}
            """,
            """
            {"type":"object","required":["address","messages"],"properties":{
             "address":{"type":"string"},"messages":{"type":"array","items":{"type":"object"}}}}
            """,
            // It takes the messages out of the inbox.
            annotations("Wait for messages", false, false, true),
            this::waitForMessage),
        tool(
            "discover",
            "Finds capabilities of agents by words or by name. Every capability that you may call"
                + " is also a tool.",
            """
            {"type":"object","properties":{
             "query":{"type":"string","description":"Words that describe what you need"},
             "capability_name":{"type":"string","description":"Name, with * for any part"}}}
            """,
            """
            {"type":"object","required":["services_found"],"properties":{
             "services_found":{"type":"array","items":{"type":"object"}}}}
            """,
            annotations("Find capabilities", true, false, false),
            this::discover),
        tool(
            "where",
            "Returns the receipt of a message that you sent: who got it and what they answered.",
            """
            {"type":"object","required":["message_id"],"properties":{
             "message_id":{"type":"string"}}}
            """,
            """
            {"type":"object","required":["messageId","status"],"properties":{
             "messageId":{"type":"string"},"status":{"type":"string"}}}
            """,
            annotations("Show a receipt", true, false, false),
            this::where));
  }

  private static McpTool tool(
      String name,
      String description,
      String input,
      String output,
      RawJson annotations,
      McpTool.ToolWork work) {
    return new McpTool(
        name,
        description,
        compact(input),
        compact(output),
        annotations,
        TaskSupport.FORBIDDEN,
        work);
  }

  private static RawJson annotations(
      String title, boolean readOnly, boolean destructive, boolean openWorld) {
    JsonValue hints =
        out ->
            out.beginObject()
                .field("title", title)
                .field("readOnlyHint", readOnly)
                .field("destructiveHint", destructive)
                .field("openWorldHint", openWorld)
                .endObject();
    return hints.toRaw();
  }

  private static RawJson compact(String json) {
    return RawJson.trusted(json.replace("\n", "").getBytes(UTF_8));
  }

  /** The gateway may send more than its callers, so they choose neither type nor service. */
  private ToolOutcome sendMessage(RequestContext context, RawJson arguments) throws Exception {
    Fields fields = arguments.fields();
    requireType(context.caller(), AgentMessage.TYPE);
    Address to = Address.check("to", fields.string("to"));
    if (TOPICS.stream().anyMatch(to.value()::startsWith)) {
      throw new InvalidField("to", "must not be a topic of a channel or a service of bub");
    }
    inboxes.open(context.caller().id(), context.inbox());
    Envelope composed = client.compose(to, Payload.of(new AgentMessage(fields.string("text"))));
    var message = new Envelope(context.inbox(), to, composed.messageId(), composed.payload());
    SendResult result = client.send(message);
    JsonValue structured =
        out -> {
          out.beginObject().field("message_id", message.messageId());
          out.field("from", context.inbox()).name("acks").beginArray();
          result.acks().forEach(out::value);
          out.endArray().endObject();
        };
    String text =
        switch (SendAttempt.of(result)) {
          case SendAttempt.NoRecipient _ -> "No one is listening on " + to + ".";
          case SendAttempt.Delivered _ -> to + " accepted the message.";
          case SendAttempt.Retry(_, String why) -> "Not accepted, try again later: " + why;
          case SendAttempt.Offline(String why, _) -> "Not accepted, try again later: " + why;
          case SendAttempt.Refused(String why) -> "Not accepted: " + why;
        };
    return ToolOutcome.text(text + " Message id: " + message.messageId(), structured);
  }

  private ToolOutcome waitForMessage(RequestContext context, RawJson arguments)
      throws HttpRefusal, InterruptedException {
    long seconds = arguments.fields().integer("timeout_seconds", USUAL_WAIT);
    Duration atMost = Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_WAIT));
    List<Envelope> messages = inboxes.take(context.caller().id(), context.inbox(), atMost);
    JsonValue structured =
        out -> {
          out.beginObject().field("address", context.inbox()).name("messages").beginArray();
          for (Envelope message : messages) {
            out.beginObject().field("from", message.from());
            out.field("message_id", message.messageId()).field("payload", message.payload());
            out.endObject();
          }
          out.endArray().endObject();
        };
    return ToolOutcome.json(structured);
  }

  private ToolOutcome discover(RequestContext context, RawJson arguments)
      throws HttpRefusal, InterruptedException {
    Fields fields = arguments.fields();
    String query = fields.optionalString("query");
    String name = fields.optionalString("capability_name");
    JsonValue wanted =
        out -> {
          out.beginObject();
          if (query == null) {
            out.field("capability_name", name == null ? "*" : name);
          } else {
            out.field("query", query);
          }
          out.field("only_callable", true).endObject();
        };
    Services found = Services.read(lobby.discover(context, wanted));
    return ToolOutcome.json(found.withTexts(CapabilityCatalog::plain));
  }

  /** A caller that is no operator may look only after its own messages. */
  private ToolOutcome where(RequestContext context, RawJson arguments) throws Exception {
    MessageId id = MessageId.check("message_id", arguments.fields().string("message_id"));
    Receipt receipt = client.receipt(id);
    return BubResources.maySee(context.caller(), receipt)
        ? ToolOutcome.json(receipt)
        : ToolOutcome.error("You have sent no message " + id + ".");
  }

  static void requireType(Caller caller, String type) throws HttpRefusal {
    if (!caller.maySend(type)) {
      throw new HttpRefusal(403, "forbidden", "Your token does not allow the type " + type + ".");
    }
  }
}
