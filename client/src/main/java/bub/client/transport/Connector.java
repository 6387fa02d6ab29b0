package bub.client.transport;

import bub.jsonrpc.Link;
import java.io.IOException;

/** Factory of links to the bus. Called on a thread that may block. */
@FunctionalInterface
public interface Connector {

  /**
   * Creates a link that is connected but not yet opened.
   *
   * @throws IOException with a message for people: what failed, and what to do about it
   */
  Link connect() throws IOException, InterruptedException;

  /** Connector to another path of the same bus. */
  default Connector at(String path) {
    return () -> {
      throw new IOException("this connector does not support the path " + path);
    };
  }
}
