package bub.console;

import bub.channel.http.HttpMount;
import bub.client.BusClient;
import bub.client.ClientEnvironment;
import bub.client.NoAnswer;
import bub.console.http.WebServer;
import bub.console.login.ConsoleRole;
import bub.console.watch.WatchIntervals;
import bub.jsonrpc.RpcException;
import bub.protocol.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running console: its peer on the bus, its chats and its HTTP port. */
public final class Console implements AutoCloseable {
  public static final Address ADDRESS = new Address("agent:console");

  private static final Logger LOG = LoggerFactory.getLogger(Console.class);
  private static final int KEY_BYTES = 32;

  private final ConsoleAssembly assembly;
  private final WebServer server;
  private final ConsoleLogin login;
  private final URI url;

  private Console(ConsoleAssembly assembly, WebServer server, ConsoleLogin login, URI url) {
    this.assembly = assembly;
    this.server = server;
    this.login = login;
    this.url = url;
  }

  /**
   * Starts a console; the bus need not be reachable yet.
   *
   * @throws UnsafeExposure when unauthenticated users could reach it from the network
   * @throws java.net.BindException when the port is taken
   */
  public static Console start(ConsoleSettings settings, Function<Address, BusClient> connect)
      throws IOException, InterruptedException {
    return start(settings, List.of(), connect);
  }

  /** Starts a console that also serves other protocols on its port. */
  public static Console start(
      ConsoleSettings settings, List<HttpMount> mounts, Function<Address, BusClient> connect)
      throws IOException, InterruptedException {
    return start(settings, mounts, connect, ClientEnvironment.system(), WatchIntervals.standard());
  }

  static Console start(
      ConsoleSettings settings,
      Function<Address, BusClient> connect,
      ClientEnvironment environment,
      WatchIntervals intervals)
      throws IOException, InterruptedException {
    return start(settings, List.of(), connect, environment, intervals);
  }

  private static Console start(
      ConsoleSettings settings,
      List<HttpMount> mounts,
      Function<Address, BusClient> connect,
      ClientEnvironment environment,
      WatchIntervals intervals)
      throws IOException, InterruptedException {
    checkExposure(settings);
    ConsoleLogin login = ConsoleLogin.in(settings.stateDir(), environment.time());
    String proofKey = newProofKey();
    ConsoleAssembly assembly =
        ConsoleAssembly.open(
            settings, connect.apply(ADDRESS), login.codes(), environment, intervals, proofKey);
    try {
      WebServer server = assembly.serve(mounts);
      URI door = door(settings, server.port());
      URI url = page(settings, door);
      tell(login, proofKey, new ConsoleLogin.Places(url, door));
      assembly.begin();
      return new Console(assembly, server, login, url);
    } catch (RpcException | NoAnswer | IOException failed) {
      assembly.close();
      throw failed instanceof IOException io ? io : new IOException(failed);
    }
  }

  /** Returns a random key, new for each start. */
  private static String newProofKey() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** A failure affects only commands that use the console's port, such as {@code bub mcp}. */
  private static void tell(ConsoleLogin login, String proofKey, ConsoleLogin.Places places) {
    try {
      login.tell(proofKey);
      login.tell(places);
    } catch (IOException failed) {
      LOG.error(
          "The console cannot write its address: {}. bub console login and bub mcp will not work"
              + " until you fix this and restart the console.",
          failed.getMessage());
    }
  }

  private static void checkExposure(ConsoleSettings settings) throws IOException {
    if (InetAddress.getByName(settings.host()).isLoopbackAddress() && !settings.behindTlsProxy()) {
      return;
    }
    if (!settings.loginNeeded().getAsBoolean()) {
      throw new UnsafeExposure(
          "the bus has no tokens, so anyone on the network could use this console");
    }
    if (!settings.behindTlsProxy()) {
      throw new UnsafeExposure(
          "the console uses plain http://, so others on the network could read its traffic");
    }
  }

  private static URI page(ConsoleSettings settings, URI door) {
    return settings.behindTlsProxy() && !settings.hosts().isEmpty()
        ? URI.create("https://" + settings.hosts().iterator().next() + "/")
        : door;
  }

  private static URI door(ConsoleSettings settings, int port) throws IOException {
    String host =
        InetAddress.getByName(settings.host()).isAnyLocalAddress() ? "127.0.0.1" : settings.host();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/");
  }

  public URI url() {
    return url;
  }

  public boolean isLocked() {
    return assembly.isLocked();
  }

  /** The link is valid once and for ten minutes. */
  public URI loginLink(ConsoleRole role) throws IOException {
    return login.link(role);
  }

  @Override
  public void close() {
    try {
      login.forget();
    } catch (IOException leftBehind) {
      LOG.debug("Could not delete the file with the address of the console", leftBehind);
    }
    assembly.endStreams();
    server.close();
    assembly.close();
  }
}
