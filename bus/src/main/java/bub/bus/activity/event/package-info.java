/** Events of messages: the hub reports them and collects the events of a message into one entry. */
@NullMarked
package bub.bus.activity.event;

import org.jspecify.annotations.NullMarked;
