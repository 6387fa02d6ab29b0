/** Live events for browsers. */
@NullMarked
package bub.console.live;

import org.jspecify.annotations.NullMarked;
