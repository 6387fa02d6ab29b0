/** What browsers are shown as it happens. */
@NullMarked
package bub.console.live;

import org.jspecify.annotations.NullMarked;
