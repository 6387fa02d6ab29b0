/** Requests to {@code system:route}, and the answers in the ack's payload. */
@NullMarked
package bub.system.route;

import org.jspecify.annotations.NullMarked;
