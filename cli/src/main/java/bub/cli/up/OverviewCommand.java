package bub.cli.up;

import bub.cli.connect.AnsweringNodes;
import bub.cli.connect.CallerOptions;
import bub.cli.connect.RunFiles;
import bub.cli.machine.PortOwner;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.Screen;
import bub.cli.up.Overview.TelegramState;
import bub.client.BusClient;
import bub.client.NoAnswer;
import bub.console.RunningConsole;
import bub.json.JsonValue;
import bub.json.RawJson;
import bub.jsonrpc.RpcException;
import bub.protocol.Ack;
import bub.protocol.Address;
import bub.protocol.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bub status}: prints an overview of the running parts on one screen. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows the bus, the lobby and the agents that are running.",
    footer = {"", "Exit codes: 0 the bus answers, 69 no bus."})
public final class OverviewCommand implements Callable<Integer> {
  private static final Address SYSTEM_AGENT = new Address("system:route");
  private static final JsonValue LIST_SESSIONS =
      out ->
          out.beginObject()
              .field("type", "sessions_list")
              .field("content", RawJson.EMPTY_OBJECT)
              .endObject();

  /** A person waits for the screen. */
  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Screen screen;

  @Mixin private CallerOptions bus = new CallerOptions();

  @Option(names = "--json", description = "Print the status as JSON.")
  private boolean json;

  OverviewCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws Exception {
    Overview overview;
    try (BusClient client = bus.connect()) {
      Status status = client.status();
      ProcessHandle process = process();
      overview =
          new Overview(
              bus.url(),
              status,
              client.clientId(),
              client.metrics(),
              process,
              startedAt(process),
              console(),
              TelegramState.of(status, bus.directories().state()),
              hasSystemAgent(status) ? sessions(client) : null,
              client.cluster());
    }
    if (json) {
      screen.line(overview.toRaw().toString());
    } else {
      new OverviewRenderer(screen).show(overview);
      AnsweringNodes.report(overview.missingNodes(), screen);
    }
    return ExitCodes.OK;
  }

  private @Nullable ProcessHandle process() {
    try {
      URI url = bus.url();
      PortOwner owner =
          InetAddress.getByName(url.getHost()).isLoopbackAddress()
              ? PortOwner.of(url.getPort())
              : null;
      return owner == null ? null : ProcessHandle.of(owner.pid()).orElse(null);
    } catch (UnknownHostException elsewhere) {
      return null;
    }
  }

  private @Nullable Instant startedAt(@Nullable ProcessHandle process) {
    if (process == null) {
      return null;
    }
    Instant started = RunFiles.startedAt(bus.directories().run(), process.pid());
    return started == null ? process.info().startInstant().orElse(null) : started;
  }

  private @Nullable URI console() {
    try {
      RunningConsole console = RunningConsole.in(bus.directories().state());
      return console == null ? null : console.url();
    } catch (IOException othersBusiness) {
      return null;
    }
  }

  /** Without a system agent, a request would only add entries to the log. */
  private static boolean hasSystemAgent(Status status) {
    return status.connections().stream()
        .anyMatch(peer -> peer.subscriptions().contains(SYSTEM_AGENT.value()));
  }

  /** Returns null when the answer is missing or useless. */
  private static @Nullable RawJson sessions(BusClient client) throws InterruptedException {
    try {
      List<Ack> acks = client.send(client.compose(SYSTEM_AGENT, LIST_SESSIONS), TIMEOUT).acks();
      return acks.stream().filter(Ack::success).map(Ack::payload).findFirst().orElse(null);
    } catch (RpcException | NoAnswer nothing) {
      return null;
    }
  }
}
