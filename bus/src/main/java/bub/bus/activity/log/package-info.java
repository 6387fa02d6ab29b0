/** Append-only activity log: it takes the events of every message, writes them and shows them. */
@NullMarked
package bub.bus.activity.log;

import org.jspecify.annotations.NullMarked;
