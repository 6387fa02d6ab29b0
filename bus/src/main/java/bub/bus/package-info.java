/**
 * Hub of the bus: carries a message from its sender to all subscribers and returns their answers.
 * It has no sockets and no threads: everything runs on one hub thread that the caller provides.
 */
@NullMarked
package bub.bus;

import org.jspecify.annotations.NullMarked;
