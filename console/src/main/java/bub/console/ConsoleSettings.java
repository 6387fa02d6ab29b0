package bub.console;

import bub.channel.ChatSettings;
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
 * Settings of the console: its address, its files and its access rules.
 *
 * @param ports ports to try in this order; 0 takes any free port
 * @param hosts further host names for browsers, such as that of a proxy
 * @param loginNeeded checked for every request, because the bus may be locked at any time
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
    ChatSettings chats,
    WriteGrants writing) {
  public static final int USUAL_PORT = 7893;
  private static final int DESCRIPTOR_PARTS = 8;
  // The person watches the page.
  private static final Duration TELL_AFTER = Duration.ofSeconds(10);

  public ConsoleSettings {
    // The order matters: login links use the first name.
    var lowerCase = new LinkedHashSet<String>();
    hosts.forEach(name -> lowerCase.add(name.toLowerCase(Locale.ROOT)));
    ports = List.copyOf(ports);
    hosts = Collections.unmodifiableSet(lowerCase);
  }

  /** Returns settings for this machine only, open to all its users. */
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
        ChatSettings.standard().withTellAfter(TELL_AFTER),
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
        chats,
        writing);
  }

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
        chats,
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
        chats,
        writing);
  }

  public ConsoleSettings withTlsProxy(boolean isThere) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, isThere, loginNeeded, readOnly, limits, chats, writing);
  }

  public ConsoleSettings withLoginNeeded(BooleanSupplier isNeeded) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, isNeeded, readOnly, limits, chats, writing);
  }

  public ConsoleSettings withReadOnly(boolean forAll) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, loginNeeded, forAll, limits, chats, writing);
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
        chats,
        writing);
  }

  public ConsoleSettings withChats(ChatSettings timeout) {
    return new ConsoleSettings(
        host,
        ports,
        stateDir,
        hosts,
        behindTlsProxy,
        loginNeeded,
        readOnly,
        limits,
        timeout,
        writing);
  }

  public ConsoleSettings withWriting(WriteGrants grants) {
    return new ConsoleSettings(
        host, ports, stateDir, hosts, behindTlsProxy, loginNeeded, readOnly, limits, chats, grants);
  }
}
