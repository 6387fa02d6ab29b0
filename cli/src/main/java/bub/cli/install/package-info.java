/** Makes bub a service of this machine, or of this user: planned first, done when told to. */
@NullMarked
package bub.cli.install;

import org.jspecify.annotations.NullMarked;
