/** Who listens where: an index from addresses to subscribers that never scans. */
@NullMarked
package bub.bus.route;

import org.jspecify.annotations.NullMarked;
