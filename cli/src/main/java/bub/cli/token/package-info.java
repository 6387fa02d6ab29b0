/** Who may do what: {@code bub token} makes the keys, {@code bub policy} explains the rules. */
@NullMarked
package bub.cli.token;

import org.jspecify.annotations.NullMarked;
