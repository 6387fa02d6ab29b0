/** What can be asked at {@code system:route}, and what is answered in the ack's payload. */
@NullMarked
package bub.system.route;

import org.jspecify.annotations.NullMarked;
