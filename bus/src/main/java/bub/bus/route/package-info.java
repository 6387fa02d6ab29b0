/** Index from addresses to subscribers, with lookups that never scan all subscriptions. */
@NullMarked
package bub.bus.route;

import org.jspecify.annotations.NullMarked;
