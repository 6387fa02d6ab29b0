/** What stands in a payload: the documented application messages as records, read and written. */
@NullMarked
package bub.protocol.message;

import org.jspecify.annotations.NullMarked;
