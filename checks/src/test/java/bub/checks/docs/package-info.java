/** The documentation and the examples work as printed. */
@NullMarked
package bub.checks.docs;

import org.jspecify.annotations.NullMarked;
