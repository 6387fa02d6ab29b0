/** Protocols of the servers, and the load that their clients generate. */
@NullMarked
package bub.bench.wire;

import org.jspecify.annotations.NullMarked;
