package bub.gateway.a2a.net;

import bub.channel.http.HttpRefusal;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.function.Predicate;

/** Rule for addresses that others name: only public ones, unless private ones are allowed. */
public final class OutgoingAddresses {
  /** Reason of a refusal that may pass. */
  public static final String UNKNOWN_HOST = "unknown_host";

  private static final int LONGEST = 2_048;

  private final Predicate<InetAddress> isAllowed;
  private final Resolver resolver;

  /** Source of IP addresses; the real one is DNS. */
  public interface Resolver {
    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  public OutgoingAddresses(Predicate<InetAddress> isAllowed, Resolver resolver) {
    this.isAllowed = isAllowed;
    this.resolver = resolver;
  }

  public static OutgoingAddresses byDns(boolean allowsPrivate) {
    return new OutgoingAddresses(
        allowsPrivate ? _ -> true : OutgoingAddresses::isPublic, InetAddress::getAllByName);
  }

  /** Resolves the host once; the result is pinned, so that a later DNS answer changes nothing. */
  public PinnedUrl check(String url) throws HttpRefusal {
    URI uri = parse(url);
    String host = uri.getHost();
    InetAddress[] found;
    try {
      String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      found = resolver.resolve(bare);
    } catch (UnknownHostException unknown) {
      throw new HttpRefusal(400, UNKNOWN_HOST, "The host " + host + " is unknown.");
    }
    if (found.length == 0) {
      throw new HttpRefusal(400, UNKNOWN_HOST, "The host " + host + " has no address.");
    }
    if (!Arrays.stream(found).allMatch(isAllowed)) {
      throw new HttpRefusal(
          400,
          "private_address",
          "The host "
              + host
              + " has a private address. bub calls only public addresses, unless it runs with"
              + " --a2a-allow-private.");
    }
    return new PinnedUrl(uri, found[0]);
  }

  private static URI parse(String url) throws HttpRefusal {
    try {
      URI uri = new URI(url);
      String scheme = uri.getScheme();
      boolean isHttp = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
      if (url.length() <= LONGEST
          && isHttp
          && uri.getHost() != null
          && uri.getRawUserInfo() == null) {
        return uri;
      }
    } catch (URISyntaxException odd) {
      // refused below
    }
    throw new HttpRefusal(
        400, "invalid_url", "The URL must be an http or https URL without a user.");
  }

  static boolean isPublic(InetAddress address) {
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] bytes = address.getAddress();
    return switch (address) {
      case Inet4Address _ -> isPublic4(bytes);
      case Inet6Address _ -> isPublic6(bytes);
      default -> false;
    };
  }

  private static boolean isPublic4(byte[] bytes) {
    int a = bytes[0] & 0xff;
    int b = bytes[1] & 0xff;
    int c = bytes[2] & 0xff;
    return a != 0
        && a < 224 // multicast, reserved, broadcast
        && !(a == 100 && b >= 64 && b < 128) // carrier-grade NAT
        && !(a == 192 && b == 0 && (c == 0 || c == 2)) // special purpose, documentation
        && !(a == 198 && (b == 18 || b == 19)) // benchmarks
        && !(a == 198 && b == 51 && c == 100)
        && !(a == 203 && b == 0 && c == 113);
  }

  /** Only global unicast, and none of the ranges that lead to an IPv4 address. */
  private static boolean isPublic6(byte[] bytes) {
    int first = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
    int second = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
    boolean isGlobal = first >= 0x2000 && first <= 0x3fff;
    boolean isTunnel = first == 0x2002 || first == 0x2001 && second <= 0x01ff;
    boolean isDocumentation = first == 0x2001 && second == 0x0db8;
    return isGlobal && !isTunnel && !isDocumentation;
  }
}
