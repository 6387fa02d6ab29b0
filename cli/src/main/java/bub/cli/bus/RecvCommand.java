package bub.cli.bus;

import bub.cli.connect.CallerOptions;
import bub.cli.connect.ReceiveLimit;
import bub.cli.option.ValidText.PatternText;
import bub.cli.option.WholeNumber.NonNegativeNumber;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.json.InvalidField;
import bub.protocol.Ack;
import bub.protocol.Envelope;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bub bus recv}: prints messages as they arrive, and acks them. */
@Command(
    name = "recv",
    mixinStandardHelpOptions = true,
    description = "Prints and acknowledges messages to an address or a pattern.",
    footer = {"", "Example:", "", "  bub bus recv 'tg:*' 'agent:worker'"})
final class RecvCommand implements Callable<Integer> {
  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(
      names = "--count",
      paramLabel = "N",
      converter = NonNegativeNumber.class,
      description = "Stop after N messages (default: 0, never).")
  private int count;

  @Option(
      names = "--json",
      description = "Print one JSON object per line: from, to, messageId, payload.")
  private boolean json;

  @Parameters(
      arity = "1..*",
      paramLabel = "PATTERN",
      converter = PatternText.class,
      description = "Address, or pattern with * ? [set].")
  private List<String> patterns = List.of();

  RecvCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    var seen = new AtomicInteger();
    try (BusClient client = bus.client()) {
      var until = new ReceiveLimit(client);
      client.serve(
          envelope -> {
            if (count > 0 && seen.get() >= count) {
              return Ack.retryIn(1, "the receiver has reached its --count");
            }
            show(envelope);
            if (seen.incrementAndGet() == count) {
              until.enough();
            }
            return Ack.ok("received");
          });
      client.connect();
      for (String pattern : patterns) {
        client.subscribe(pattern);
      }
      screen.errorWriter().println(screen.dim("Listening on " + String.join(", ", patterns)));
      until.await();
    }
    return ExitCodes.OK;
  }

  private synchronized void show(Envelope envelope) {
    if (json) {
      screen.line(envelope.toRaw().toString());
      return;
    }
    screen.line(
        screen.bold(Screen.oneLine(envelope.from() + " → " + envelope.to()))
            + "  "
            + Screen.oneLine(said(envelope)));
  }

  private static String said(Envelope envelope) {
    try {
      String text = envelope.payload().fields().object("content").fields().string("text");
      return envelope.type() + "  " + text;
    } catch (InvalidField other) {
      return envelope.payload().toString();
    }
  }
}
