/** Rules for the source code, and fuzzing of the parsers. */
@NullMarked
package bub.checks.code;

import org.jspecify.annotations.NullMarked;
