package bub.client.transport;

import bub.jsonrpc.Link;

/** A link that remembers the close code it ended with. Safe for any thread. */
public interface CodedLink extends Link {
  /** What a link says that ended without any code: the wire broke. */
  int NO_CODE = 1006;

  /** The code, once {@code onClosed} has been called; {@link #NO_CODE} before. */
  int closeCode();
}
