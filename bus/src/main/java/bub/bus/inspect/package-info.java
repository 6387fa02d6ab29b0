/** Inspection of the bus: of this node, and of all nodes of a cluster together. */
@NullMarked
package bub.bus.inspect;

import org.jspecify.annotations.NullMarked;
