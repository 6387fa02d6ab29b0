package bub.agent.tool;

import bub.agent.model.ToolSpec;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.Fields;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.SendResult;
import bub.protocol.message.AgentMessage;
import bub.protocol.message.Payload;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tool that sends a message to another peer and reports the outcome. */
public final class SendMessage implements Tool {
  private static final ToolSpec SPEC =
      ToolSpec.of(
          "send_message",
          "Send a text to another agent or chat on the bus, by its address (such as"
              + " agent:calendar). Waits for the recipient and reports the outcome. Do not use it"
              + " to answer the person you talk with: they receive your answer automatically.",
          """
          {"type": "object",
           "properties": {
             "to": {"type": "string", "description": "the address"},
             "text": {"type": "string"}},
           "required": ["to", "text"]}
          """);

  private final BusClient client;
  private final Supplier<@Nullable Address> talkto;

  public SendMessage(BusClient client, Supplier<@Nullable Address> talkto) {
    this.client = client;
    this.talkto = talkto;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult use(RawJson arguments, ToolContext context) throws InterruptedException {
    Fields fields = arguments.fields();
    Address to = Address.check("to", fields.string("to"));
    String text = fields.string("text");
    if (to.equals(client.clientId())) {
      return ToolResult.failed(
          "this is your own address; to send yourself a message later, use schedule_message");
    }
    if (to.equals(talkto.get())) {
      return ToolResult.failed(
          to + " receives your answer automatically; write the text in your answer");
    }
    var envelope =
        new Envelope(
            client.clientId(),
            to,
            context.name("send", to.value(), text),
            new Payload(new AgentMessage(text), client.clientId(), null, null).toRaw());
    try {
      return verdict(to, client.send(envelope));
    } catch (RpcException refused) {
      return ToolResult.failed(RefusedSend.words("message", refused));
    } catch (NoAnswer lost) {
      return ToolResult.failed("the message may not have arrived: " + lost.getMessage());
    }
  }

  private static ToolResult verdict(Address to, SendResult result) {
    if (result.acks().isEmpty()) {
      return ToolResult.failed("no one is listening on " + to);
    }
    for (Ack ack : result.acks()) {
      if (!ack.success()) {
        return ToolResult.failed(
            to
                + (ack.shouldRetry()
                    ? " could not accept the message now: "
                    : " refused the message: ")
                + ack.message());
      }
    }
    return ToolResult.done("received by " + to + ": " + result.acks().getFirst().message());
  }
}
