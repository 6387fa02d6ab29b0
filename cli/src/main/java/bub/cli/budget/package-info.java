/** {@code bub budget}: limits on what agents may spend on models. */
@NullMarked
package bub.cli.budget;

import org.jspecify.annotations.NullMarked;
