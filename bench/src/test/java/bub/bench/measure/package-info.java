/** Measurements, and their results. */
@NullMarked
package bub.bench.measure;

import org.jspecify.annotations.NullMarked;
