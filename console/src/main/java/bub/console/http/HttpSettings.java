package bub.console.http;

import bub.channel.http.HttpLimits;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginSessions;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Settings of the console's HTTP port.
 *
 * @param encrypted true when browsers reach it by HTTPS only
 * @param loginNeeded checked for every request, because the bus may be locked at any time
 * @param most highest role of any client
 * @param proofKey key with which the listener proves to programs of this user what it is
 */
public record HttpSettings(
    String host,
    int port,
    HttpLimits limits,
    Set<String> hosts,
    boolean encrypted,
    LoginSessions sessions,
    BooleanSupplier loginNeeded,
    ConsoleRole most,
    String proofKey) {
  /** Omits the key. */
  @Override
  public String toString() {
    return "console on " + host + ":" + port;
  }
}
