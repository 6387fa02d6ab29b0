/** A scripted bus, in memory or over a real socket, and a clock for tests. */
@NullMarked
package bub.client.scripted;

import org.jspecify.annotations.NullMarked;
