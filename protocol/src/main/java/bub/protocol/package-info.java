/**
 * What peers of the bus say to each other: addresses, envelopes, and every method as typed records.
 */
@NullMarked
package bub.protocol;

import org.jspecify.annotations.NullMarked;
