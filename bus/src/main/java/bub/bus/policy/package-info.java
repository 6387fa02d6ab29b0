/** Rules for senders, applied once per message before it is routed. */
@NullMarked
package bub.bus.policy;

import org.jspecify.annotations.NullMarked;
