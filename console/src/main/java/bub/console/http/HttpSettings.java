package bub.console.http;

import bub.channel.http.HttpLimits;
import bub.console.login.ConsoleRole;
import bub.console.login.LoginSessions;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Where the console's port is, and for whom.
 *
 * @param hosts further names under which browsers reach it
 * @param encrypted whether browsers reach it by HTTPS only
 * @param loginNeeded asked at every request: the bus may be locked at any time
 * @param most what anybody may do at most
 */
public record HttpSettings(
    String host,
    int port,
    HttpLimits limits,
    Set<String> hosts,
    boolean encrypted,
    LoginSessions sessions,
    BooleanSupplier loginNeeded,
    ConsoleRole most) {}
