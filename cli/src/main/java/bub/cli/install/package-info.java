/**
 * {@code bub install}: plans the steps that make bub a service of the machine or of a user, then
 * runs them.
 */
@NullMarked
package bub.cli.install;

import org.jspecify.annotations.NullMarked;
