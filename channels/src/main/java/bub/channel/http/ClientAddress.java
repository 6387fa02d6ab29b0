package bub.channel.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/** The part of a client's address that one person cannot change at will. */
public final class ClientAddress {
  private static final int IPV6_NETWORK_BYTES = 8;

  private ClientAddress() {}

  /** Returns the address itself for IPv4, and the /64 network for IPv6. */
  public static String group(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet6Address && !address.isLoopbackAddress()
        ? HexFormat.of().formatHex(bytes, 0, IPV6_NETWORK_BYTES) + "/64"
        : address.getHostAddress();
  }
}
