/** Server processes, their cost, and the minimal relay. */
@NullMarked
package bub.bench.server;

import org.jspecify.annotations.NullMarked;
