/** Results as text and as JSON. */
@NullMarked
package bub.bench.report;

import org.jspecify.annotations.NullMarked;
