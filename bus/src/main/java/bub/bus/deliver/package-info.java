/** Handing a message to its recipients and turning whatever they do into acks. */
@NullMarked
package bub.bus.deliver;

import org.jspecify.annotations.NullMarked;
