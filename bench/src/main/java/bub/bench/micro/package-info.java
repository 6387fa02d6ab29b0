/** Micro-benchmarks of single stages of a message's path; {@code ./dev jmh} runs them. */
@NullMarked
package bub.bench.micro;

import org.jspecify.annotations.NullMarked;
