package bub.client.transport;

import bub.jsonrpc.Link;
import java.io.IOException;

/** Makes a new link to the bus each time it is asked. Called on a thread that may block. */
@FunctionalInterface
public interface Connector {

  /**
   * A link that is up but not yet opened.
   *
   * @throws IOException with a message for people: what failed, and what to do about it
   */
  Link connect() throws IOException, InterruptedException;

  /** The way to another path of the same bus. */
  default Connector at(String path) {
    return () -> {
      throw new IOException("this way to the bus has no path " + path);
    };
  }
}
