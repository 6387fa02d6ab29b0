/** Documented application messages of payloads, as records that read and write themselves. */
@NullMarked
package bub.protocol.message;

import org.jspecify.annotations.NullMarked;
