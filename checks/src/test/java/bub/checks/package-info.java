/** Tests of the whole product: the architecture rules, and the real program end to end. */
@NullMarked
package bub.checks;

import org.jspecify.annotations.NullMarked;
