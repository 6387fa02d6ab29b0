/** {@code bub install}: makes bub a service of the machine or of a user. */
@NullMarked
package bub.cli.install;

import org.jspecify.annotations.NullMarked;
