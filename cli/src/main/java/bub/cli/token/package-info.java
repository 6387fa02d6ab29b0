/** {@code bub token} manages the tokens, {@code bub policy} explains the rules. */
@NullMarked
package bub.cli.token;

import org.jspecify.annotations.NullMarked;
