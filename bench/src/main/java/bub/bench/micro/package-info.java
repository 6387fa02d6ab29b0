/** Micro-benchmarks of single stages on the path of a message; {@code ./dev jmh} runs them. */
@NullMarked
package bub.bench.micro;

import org.jspecify.annotations.NullMarked;
