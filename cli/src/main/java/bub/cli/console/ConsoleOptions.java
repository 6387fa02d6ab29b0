package bub.cli.console;

import bub.bus.policy.LockReader;
import bub.cli.option.InSection;
import bub.cli.option.ListenHost;
import bub.cli.option.PatternText;
import bub.cli.option.Section;
import bub.cli.reach.Directories;
import bub.cli.reach.Tokens;
import bub.cli.reach.TopicOptions;
import bub.cli.screen.ExitCodes;
import bub.cli.screen.HostName;
import bub.cli.screen.PortNumber;
import bub.cli.screen.Refusal;
import bub.client.BusClient;
import bub.client.store.StoreInUse;
import bub.console.Console;
import bub.console.ConsoleSettings;
import bub.console.UnsafeExposure;
import bub.console.api.WriteGrants;
import bub.protocol.Address;
import bub.protocol.Pattern;
import java.io.IOException;
import java.net.BindException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the web page is, and for whom. */
@InSection(Section.CONSOLE)
public final class ConsoleOptions {
  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description =
          "Port of the web console; 0 picks a free one (default: "
              + ConsoleSettings.USUAL_PORT
              + ", or a free one when it is taken).")
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
      description = "Accept this name of the web console in requests, such as the name of a proxy.")
  private List<String> hosts = List.of();

  @Option(
      names = "--console-behind-tls-proxy",
      description = "State that a proxy in front of the web console provides HTTPS.")
  private boolean behindTlsProxy;

  @Option(
      names = "--console-read-only",
      description = "Let visitors look at the web console without changing anything.")
  private boolean readOnly;

  @Option(
      names = "--console-write",
      paramLabel = "PATTERN",
      split = ",",
      converter = PatternText.class,
      description =
          "Let operators write in these chats of other channels at the web console, such as"
              + " 'tg:*'; repeatable.")
  private List<String> writing = List.of();

  /** Chats of other channels that operators may write in. */
  public List<Pattern> writing() {
    return writing.stream().map(Pattern::of).toList();
  }

  private ConsoleSettings settings(
      Directories directories, TopicOptions topics, BooleanSupplier loginNeeded) {
    ConsoleSettings usual = ConsoleSettings.of(directories.state());
    return (port == null ? usual : usual.withPort(port))
        .withHost(host)
        .withHosts(new LinkedHashSet<>(hosts))
        .withTlsProxy(behindTlsProxy)
        .withReadOnly(readOnly)
        .withWriting(new WriteGrants(writing()))
        .withHouse(topics.apply(usual.house(), false))
        .withLoginNeeded(loginNeeded);
  }

  /** True while the bus of these directories is locked; files that disappear do not open it. */
  public static BooleanSupplier whenLocked(Directories directories) {
    var reader = new LockReader(new Tokens(directories).files(), Clock.systemUTC());
    return () -> reader.read().isLocked();
  }

  /**
   * Opens the page.
   *
   * @param connect makes the client of this name, not connected yet
   */
  public Console start(
      Directories directories,
      TopicOptions topics,
      BooleanSupplier loginNeeded,
      Function<Address, BusClient> connect)
      throws Refusal, IOException, InterruptedException {
    try {
      return Console.start(settings(directories, topics, loginNeeded), connect);
    } catch (BindException taken) {
      throw new Refusal(
          ExitCodes.FAILED,
          "the web page cannot be opened: " + taken.getMessage(),
          "take any that is free:  --console-port 0");
    } catch (StoreInUse running) {
      throw new Refusal(
          ExitCodes.FAILED,
          "a console runs here already (" + directories.state() + ")",
          "bub up has one of its own; where is it?  bub status");
    } catch (UnsafeExposure unsafe) {
      throw new Refusal(
          ExitCodes.CONFIG,
          "refusing to open the web page on " + host + ": " + unsafe.getMessage(),
          "lock the bus:    bub token create --client-id me --operator",
          "and behind TLS:  --console-behind-tls-proxy --console-allow-host NAME");
    }
  }
}
