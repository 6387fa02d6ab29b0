/** Hub of the bus, without sockets or threads: all runs on one thread that the caller provides. */
@NullMarked
package bub.bus;

import org.jspecify.annotations.NullMarked;
