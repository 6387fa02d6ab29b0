/** What must hold for the whole: the architecture's rules, and the real program end to end. */
@NullMarked
package bub.checks;

import org.jspecify.annotations.NullMarked;
