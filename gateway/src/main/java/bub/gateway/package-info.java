/** Doors of the bus for programs that speak other protocols; start with {@link Gateway}. */
@NullMarked
package bub.gateway;

import org.jspecify.annotations.NullMarked;
