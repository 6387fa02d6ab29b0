/** Queries of the activity log, over all its files. */
@NullMarked
package bub.bus.activity.query;

import org.jspecify.annotations.NullMarked;
