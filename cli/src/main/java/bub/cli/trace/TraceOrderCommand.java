package bub.cli.trace;

import bub.cli.connect.CallerOptions;
import bub.cli.option.ValidText.MessageIdText;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.client.BusClient;
import bub.protocol.Ack;
import bub.protocol.MessageId;
import bub.protocol.SendResult;
import bub.protocol.trace.TraceId;
import bub.protocol.trace.TraceOrder;
import bub.protocol.trace.TraceOrder.Action;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code bub trace stop} and {@code continue}: orders to the bus about a turn. */
sealed class TraceOrderCommand implements Callable<Integer> {
  private final Screen screen;
  private final Action action;
  private final String done;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Parameters(
      paramLabel = "MESSAGE_ID|TRACE_ID",
      converter = MessageIdText.class,
      description = "Id of the trace, or of a message of the turn.")
  private String id = "";

  private TraceOrderCommand(Screen screen, Action action, String done) {
    this.screen = screen;
    this.action = action;
    this.done = done;
  }

  @Override
  public Integer call() throws Exception {
    try (BusClient client = bus.connect()) {
      SendResult result = client.send(TraceOrder.ADDRESS, order(action, id));
      if (result.acks().isEmpty()) {
        throw new CommandFailure(ExitCodes.FAILED, "This bus cannot stop or continue turns.");
      }
      Ack ack = result.acks().getFirst();
      if (!ack.success()) {
        throw new CommandFailure(
            ExitCodes.FAILED, ack.message(), "To list recent turns:  bub traces");
      }
      screen.line(ack.message().isEmpty() ? done : Screen.oneLine(ack.message()));
    }
    return ExitCodes.OK;
  }

  static TraceOrder order(Action action, String id) {
    TraceId trace = TraceId.parse(id);
    return new TraceOrder(action, trace, trace == null ? new MessageId(id) : null);
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stops a turn: bub delivers nothing more from it.",
      footer = {
        "",
        "The agents of the turn end their work. The person of the turn and operators may",
        "stop it.",
        "",
        "Examples:",
        "",
        "  bub trace stop msg_01J9ZD3V"
      })
  static final class Stop extends TraceOrderCommand {
    Stop(Screen screen) {
      super(screen, Action.STOP, "Stopped the turn.");
    }
  }

  @Command(
      name = "continue",
      mixinStandardHelpOptions = true,
      description = "Lets a turn continue after the loop guard stopped it.",
      footer = {
        "",
        "The turn gets one more allowance of messages.",
        "",
        "Examples:",
        "",
        "  bub trace continue msg_01J9ZD3V"
      })
  static final class Continue extends TraceOrderCommand {
    Continue(Screen screen) {
      super(screen, Action.CONTINUE, "The turn goes on.");
    }
  }
}
