package bub.cli.bus;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.AddressText;
import bub.cli.option.ValidText.MessageIdText;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.screen.ShellWord;
import bub.cli.screen.TimeSpan;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.json.InvalidJson;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Envelope;
import bub.protocol.MessageId;
import bub.protocol.Receipt;
import bub.protocol.SendResult;
import bub.protocol.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bub bus send}: sends one message and prints the acks. */
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    description = "Sends a message and prints the answers.",
    footer = {
      "",
      "Exit codes: 0 every recipient succeeded, 1 a recipient failed, 2 no recipient.",
      "",
      "Examples:",
      "",
      "  bub bus send --to agent:worker \"hello\"",
      "  bub bus send --to agent:worker --payload '{\"type\":\"ping\",\"content\":{}}'",
      "  bub bus send --wait 30s --to agent:worker \"hello\""
    })
final class SendCommand implements Callable<Integer> {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int NAMES_SHOWN = 8;

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--to",
      required = true,
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Address of the recipient.")
  private String to = "";

  @Option(
      names = "--from",
      paramLabel = "ADDRESS",
      converter = AddressText.class,
      description = "Address of the sender (default: the id of this connection).")
  private @Nullable String from;

  @Option(
      names = "--type",
      defaultValue = "agent_message",
      paramLabel = "TYPE",
      description = "Type of the payload (default: ${DEFAULT-VALUE}).")
  private String type = "";

  @Option(
      names = "--message-id",
      paramLabel = "ID",
      converter = MessageIdText.class,
      description = "Id of the message (default: a new one).")
  private @Nullable String messageId;

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "Send this JSON object as the payload instead of TEXT.")
  private @Nullable String payload;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Option(
      names = "--wait",
      paramLabel = "TIME",
      converter = TimeSpan.Converter.class,
      description = "Wait up to this long for a recipient to connect.")
  private Duration wait = Duration.ZERO;

  @Parameters(arity = "0..*", paramLabel = "TEXT", description = "Text of the message.")
  private List<String> words = List.of();

  @Spec private @Nullable CommandSpec spec;

  SendCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    RawJson message = payload();
    try (BusClient client = bus.connect()) {
      Envelope envelope = envelope(client, message);
      SendResult result = sendUntilHeard(client, envelope);
      if (json) {
        screen.line(result.toRaw().toString());
      } else if (result.acks().isEmpty()) {
        explainSilence(client);
      } else {
        show(client, result);
      }
      return exitCode(result);
    }
  }

  private static int exitCode(SendResult result) {
    if (result.acks().isEmpty()) {
      return ExitCodes.NOBODY_LISTENS;
    }
    return result.acks().stream().allMatch(Ack::success) ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private RawJson payload() {
    String text = String.join(" ", words);
    if (payload != null) {
      if (!text.isEmpty()) {
        throw wrongUsage("Use either TEXT or --payload, not both.");
      }
      return parse(payload);
    }
    if (text.isEmpty()) {
      throw wrongUsage("Nothing to send. Pass TEXT or --payload JSON.");
    }
    if (json && text.startsWith("{")) {
      throw wrongUsage("--json prints the result as JSON. To send a JSON object, use --payload.");
    }
    String said = text;
    JsonValue message =
        out ->
            out.beginObject()
                .field("type", type)
                .name("content")
                .beginObject()
                .field("text", said)
                .endObject()
                .endObject();
    return message.toRaw();
  }

  private RawJson parse(String text) {
    try {
      RawJson parsed = RawJson.parse(text);
      if (parsed.isObject()) {
        return parsed;
      }
    } catch (InvalidJson wrong) {
      throw wrongUsage("The value of --payload is not valid JSON: " + wrong.getMessage());
    }
    throw wrongUsage("The value of --payload must be a JSON object.");
  }

  private Envelope envelope(BusClient client, RawJson message) {
    try {
      Envelope composed = client.compose(new Address(to), message);
      return new Envelope(
          from == null ? composed.from() : new Address(from),
          composed.to(),
          messageId == null ? composed.messageId() : new MessageId(messageId),
          message);
    } catch (IllegalArgumentException wrong) {
      throw wrongUsage(String.valueOf(wrong.getMessage()));
    }
  }

  private ParameterException wrongUsage(String problem) {
    if (spec == null) {
      throw new IllegalStateException("not run by picocli");
    }
    return new ParameterException(spec.commandLine(), problem);
  }

  private SendResult sendUntilHeard(BusClient client, Envelope envelope)
      throws RpcException, NoAnswer, InterruptedException {
    long giveUpAt = System.nanoTime() + wait.toNanos();
    SendResult result = client.send(envelope);
    while (result.acks().isEmpty() && System.nanoTime() - giveUpAt < 0) {
      Thread.sleep(POLL);
      result = client.send(envelope);
    }
    return result;
  }

  private void explainSilence(BusClient client)
      throws RpcException, NoAnswer, InterruptedException {
    List<String> names =
        client.status().connections().stream()
            .map(Status.Connection::clientId)
            .filter(name -> !name.equals(client.clientId()))
            .map(Address::value)
            .limit(NAMES_SHOWN)
            .toList();
    screen.problem("No one is listening on " + to + ".");
    screen.hint(
        "Connected: "
            + (names.isEmpty() ? "none" : String.join(", ", names))
            + "        (list all: bub bus status)");
    screen.hint(
        "Wait for a listener:  bub bus send --wait 30s --to "
            + ShellWord.quoted(to)
            + " "
            + message());
  }

  private String message() {
    return payload == null
        ? ShellWord.quoted(String.join(" ", words))
        : "--payload " + ShellWord.quoted(payload);
  }

  private void show(BusClient client, SendResult result) throws NoAnswer, InterruptedException {
    List<String> recipients = recipients(client, result);
    for (int i = 0; i < result.acks().size(); i++) {
      Ack ack = result.acks().get(i);
      String who = i < recipients.size() ? recipients.get(i) : "recipient " + (i + 1);
      String mark = ack.success() ? screen.green("ok    ") : screen.red("failed");
      String payload = ack.payload().length() > 2 ? "  " + ack.payload() : "";
      String retry =
          ack.shouldRetry() ? screen.dim("  (retry in " + ack.retrySeconds() + " s)") : "";
      screen.line(mark + "  " + Screen.oneLine(who + "  " + ack.message() + payload) + retry);
    }
  }

  /** Asks the log, because acks do not name their recipients. */
  private static List<String> recipients(BusClient client, SendResult result)
      throws NoAnswer, InterruptedException {
    try {
      return client.receipt(result.messageId()).deliveries().stream()
          .map(Receipt.Delivery::recipient)
          .toList();
    } catch (RpcException noLog) {
      return List.of();
    }
  }
}
