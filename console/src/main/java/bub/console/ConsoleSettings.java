package bub.console;

import bub.channel.HouseSettings;
import bub.channel.http.HttpLimits;
import bub.console.api.WriteGrants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Where the console is, and for whom.
 *
 * @param ports tried in this order until one is free; 0 takes any that is
 * @param stateDir where bub keeps what must survive; the chats are in {@code chats} there
 * @param hosts further names under which browsers reach it, such as that of a proxy
 * @param behindTlsProxy whether browsers reach it by HTTPS only
 * @param loginNeeded asked at every request: the bus may get tokens at any time
 * @param readOnly whether nobody may change anything
 * @param writing the chats of other channels that operators may write in
 */
public record ConsoleSettings(
    String host,
    List<Integer> ports,
    Path stateDir,
    Set<String> hosts,
    boolean behindTlsProxy,
    BooleanSupplier loginNeeded,
    boolean readOnly,
    HttpLimits limits,
    HouseSettings house,
    WriteGrants writing) {
  public static final int USUAL_PORT = 7893;
  private static final int DESCRIPTOR_PARTS = 8;
  // Somebody sits there and looks at it.
  private static final Duration TELL_AFTER = Duration.ofSeconds(10);

  public ConsoleSettings {
    // In an order: the first is the one that links lead to.
    var lowerCase = new LinkedHashSet<String>();
    hosts.forEach(name -> lowerCase.add(name.toLowerCase(Locale.ROOT)));
    ports = List.copyOf(ports);
    hosts = Collections.unmodifiableSet(lowerCase);
  }

  /** For this machine only, and for everybody on it; at the usual port if that is free. */
  public static ConsoleSettings of(Path stateDir) {
    return new ConsoleSettings(
        "127.0.0.1",
        List.of(USUAL_PORT, 0),
        stateDir,
        Set.of(),
        false,
        () -> false,
        false,
        HttpLimits.forPartOfDescriptors(DESCRIPTOR_PARTS),
        HouseSettings.standard().withTellAfter(TELL_AFTER),
        WriteGrants.NONE);
  }

  public ConsoleSettings withHost(String address) {
    return new ConsoleSettings(
        address,
        ports,
        stateDir,
        hosts,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        limits,
        house,
        writing);
  }

  /** At this port and no other; 0 takes any that is free. */
  public ConsoleSettings withPort(int number) {
    return new ConsoleSettings(
        host,
        List.of(number),
        stateDir,
        hosts,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        limits,
        house,
        writing);
  }

  public ConsoleSettings withHosts(Set<String> names) {
    return new ConsoleSettings(
        host,
        ports,
        stateDir,
        names,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        limits,
        house,
        writing);
  }

  public ConsoleSettings withTlsProxy(boolean isThere) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, isThere, loginNeeded, readOnly, limits, house, writing);
  }

  public ConsoleSettings withLoginNeeded(BooleanSupplier isNeeded) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, isNeeded, readOnly, limits, house, writing);
  }

  public ConsoleSettings withReadOnly(boolean forAll) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, loginNeeded, forAll, limits, house, writing);
  }

  ConsoleSettings withLimits(HttpLimits others) {
    return new ConsoleSettings(
        host,
        ports,
        stateDir,
        hosts,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        others,
        house,
        writing);
  }

  public ConsoleSettings withHouse(HouseSettings patience) {
    return new ConsoleSettings(
        host,
        ports,
        stateDir,
        hosts,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        limits,
        patience,
        writing);
  }

  public ConsoleSettings withWriting(WriteGrants grants) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, loginNeeded, readOnly, limits, house, grants);
  }
}
