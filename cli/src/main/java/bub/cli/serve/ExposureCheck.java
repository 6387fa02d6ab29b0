package bub.cli.serve;

import bub.cli.screen.CommandFailure;
import bub.cli.screen.ExitCodes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;

/** Check that a bus may listen on a host: on a network it needs tokens and encryption. */
record ExposureCheck(String host, boolean locked, boolean encrypted) {

  void check() throws CommandFailure {
    if (isLoopback() || locked && encrypted) {
      return;
    }
    var problems = new ArrayList<String>();
    var remedies = new ArrayList<String>();
    if (!locked) {
      problems.add("is open (no tokens)");
      remedies.add("Lock the bus:        bub token create --client-id me --operator");
    }
    if (!encrypted) {
      problems.add("uses unencrypted ws://");
      String serve = "bub bus serve --host " + host;
      remedies.add("Add TLS:             " + serve + " --tls-cert cert.pem --tls-key key.pem");
      remedies.add("Or use a TLS proxy:  " + serve + " --behind-tls-proxy");
    }
    throw new CommandFailure(
        ExitCodes.CONFIG,
        "Refusing to listen on " + host + ": this bus " + String.join(" and ", problems) + ".",
        remedies.toArray(String[]::new));
  }

  boolean facesNetwork() throws CommandFailure {
    return !isLoopback();
  }

  private boolean isLoopback() throws CommandFailure {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      throw new CommandFailure(
          ExitCodes.CONFIG,
          "Unknown host: " + host,
          "To listen on this machine only:  --host 127.0.0.1");
    }
  }
}
