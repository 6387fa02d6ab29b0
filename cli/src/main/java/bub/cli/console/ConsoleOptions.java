package bub.cli.console;

import bub.bus.policy.LockReader;
import bub.channel.http.HttpMount;
import bub.cli.connect.BubDirectories;
import bub.cli.connect.TokenAdministration;
import bub.cli.connect.TopicOptions;
import bub.cli.option.InSection;
import bub.cli.option.Section;
import bub.cli.option.ValidText.HostName;
import bub.cli.option.ValidText.ListenHost;
import bub.cli.option.ValidText.PatternText;
import bub.cli.option.WholeNumber.PortNumber;
import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import bub.client.BusClient;
import bub.console.Console;
import bub.console.ConsoleSettings;
import bub.console.UnsafeExposure;
import bub.console.api.WriteGrants;
import bub.protocol.Address;
import bub.protocol.Pattern;
import bub.store.StoreInUse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the address of the web console and for access to it. */
@InSection(Section.CONSOLE)
public final class ConsoleOptions {
  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description =
          "Port of the web console; 0 selects a free port (default: "
              + ConsoleSettings.USUAL_PORT
              + ", or a free port if it is in use).")
  private @Nullable Integer port;

  @Option(
      names = "--console-host",
      defaultValue = "127.0.0.1",
      paramLabel = "ADDRESS",
      converter = ListenHost.class,
      description = "Address that the web console listens on (default: ${DEFAULT-VALUE}).")
  private String host = "";

  @Option(
      names = "--console-allow-host",
      split = ",",
      paramLabel = "NAME",
      converter = HostName.class,
      description =
          "Accept requests to the web console under this host name, such as that of a proxy.")
  private List<String> hosts = List.of();

  @Option(
      names = "--console-behind-tls-proxy",
      description = "Declare that a proxy in front of the web console provides HTTPS.")
  private boolean behindTlsProxy;

  @Option(
      names = "--console-read-only",
      description = "Make the web console read-only for everyone.")
  private boolean readOnly;

  @Option(
      names = "--console-write",
      paramLabel = "PATTERN",
      split = ",",
      converter = PatternText.class,
      description =
          "Let operators write in chats of other channels that match PATTERN, such as 'tg:*';"
              + " repeatable.")
  private List<String> writing = List.of();

  public List<Pattern> writing() {
    return writing.stream().map(Pattern::of).toList();
  }

  private ConsoleSettings settings(
      BubDirectories directories, TopicOptions topics, BooleanSupplier loginNeeded) {
    ConsoleSettings usual = ConsoleSettings.of(directories.state());
    return (port == null ? usual : usual.withPort(port))
        .withHost(host)
        .withHosts(new LinkedHashSet<>(hosts))
        .withTlsProxy(behindTlsProxy)
        .withReadOnly(readOnly)
        .withWriting(new WriteGrants(writing()))
        .withChats(topics.apply(usual.chats(), false))
        .withLoginNeeded(loginNeeded);
  }

  /** Missing files do not count as unlocked. */
  public static BooleanSupplier whenLocked(BubDirectories directories) {
    var reader = new LockReader(new TokenAdministration(directories).files(), Clock.systemUTC());
    return () -> reader.read().isLocked();
  }

  /** True when only programs on this machine can reach the console. */
  public boolean isLoopback() throws IOException {
    return !behindTlsProxy && InetAddress.getByName(host).isLoopbackAddress();
  }

  /** Without a proxy, a caller of this port could also reach an open bus directly. */
  public boolean takesAnonymousCalls() {
    return !behindTlsProxy && !readOnly;
  }

  Console start(
      BubDirectories directories,
      TopicOptions topics,
      BooleanSupplier loginNeeded,
      Function<Address, BusClient> connect)
      throws CommandFailure, IOException, InterruptedException {
    return start(directories, topics, loginNeeded, List.of(), connect);
  }

  public Console start(
      BubDirectories directories,
      TopicOptions topics,
      BooleanSupplier loginNeeded,
      List<HttpMount> mounts,
      Function<Address, BusClient> connect)
      throws CommandFailure, IOException, InterruptedException {
    try {
      return Console.start(settings(directories, topics, loginNeeded), mounts, connect);
    } catch (BindException taken) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "Cannot start the web console: " + taken.getMessage(),
          "To use any free port:  --console-port 0");
    } catch (StoreInUse running) {
      throw new CommandFailure(
          ExitCodes.FAILED,
          "A console is already running (state directory: " + directories.state() + ").",
          "bub up includes a console. To see its URL:  bub status");
    } catch (UnsafeExposure unsafe) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "Refusing to start the web console on " + host + ": " + unsafe.getMessage(),
          "Lock the bus:     bub token create --client-id me --operator",
          "Use a TLS proxy:  --console-behind-tls-proxy --console-allow-host NAME");
    }
  }
}
