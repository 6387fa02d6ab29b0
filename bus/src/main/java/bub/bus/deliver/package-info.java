/** Delivery of messages to their recipients, with an ack for every outcome. */
@NullMarked
package bub.bus.deliver;

import org.jspecify.annotations.NullMarked;
