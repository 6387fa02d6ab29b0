package bub.gateway.local;

import bub.client.discovery.ProvenPlace;
import java.io.IOException;

/** Finder of the doors of the bub on this machine; asked before each connection. */
@FunctionalInterface
public interface DoorFinder {
  /** Fails with a text for people when bub does not run. */
  ProvenPlace find() throws IOException;
}
