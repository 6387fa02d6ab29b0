package bub.client.transport;

import bub.jsonrpc.Link;
import java.io.IOException;

/** Factory of links to the bus. Called on a thread that may block. */
@FunctionalInterface
public interface Connector {

  /** Link that is connected but not yet opened; an exception tells people what to do. */
  Link connect() throws IOException, InterruptedException;

  /** For another path of the same bus. */
  default Connector at(String path) {
    return () -> {
      throw new IOException("this connector does not support the path " + path);
    };
  }
}
