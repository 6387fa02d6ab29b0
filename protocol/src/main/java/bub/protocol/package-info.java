/** Messages between peers and the bus: addresses, envelopes, and every method as typed records. */
@NullMarked
package bub.protocol;

import org.jspecify.annotations.NullMarked;
